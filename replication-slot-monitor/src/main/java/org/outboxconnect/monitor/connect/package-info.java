/** Asks Kafka Connect's REST interface about the connectors of slots, and restarts failed tasks. */
@NullMarked
package org.outboxconnect.monitor.connect;

import org.jspecify.annotations.NullMarked;
