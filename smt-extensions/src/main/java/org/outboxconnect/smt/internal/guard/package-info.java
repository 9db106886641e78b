/** What an outbox row must have to become a record, and where a row goes that has not. */
@NullMarked
package org.outboxconnect.smt.internal.guard;

import org.jspecify.annotations.NullMarked;
