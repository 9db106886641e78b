/** A real Kafka broker in a JVM of its own. */
@NullMarked
package org.outboxconnect.stack.kafka;

import org.jspecify.annotations.NullMarked;
