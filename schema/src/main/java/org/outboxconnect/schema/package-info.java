/** The SQL of the outbox and the inbox, for programs that create their database themselves. */
@NullMarked
package org.outboxconnect.schema;

import org.jspecify.annotations.NullMarked;
