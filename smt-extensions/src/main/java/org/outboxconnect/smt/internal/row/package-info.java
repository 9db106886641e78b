/** What an outbox row is among the records of a connector, and where its columns lie. */
@NullMarked
package org.outboxconnect.smt.internal.row;

import org.jspecify.annotations.NullMarked;
