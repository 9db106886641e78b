/** The whole stack as one library: PostgreSQL, Kafka and Connect, all real, all child processes. */
@NullMarked
package org.outboxconnect.stack;

import org.jspecify.annotations.NullMarked;
