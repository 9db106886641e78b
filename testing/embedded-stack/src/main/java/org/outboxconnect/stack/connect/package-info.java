/** Real distributed Kafka Connect workers in JVMs of their own, and their REST API. */
@NullMarked
package org.outboxconnect.stack.connect;

import org.jspecify.annotations.NullMarked;
