/**
 * Writes events into the outbox inside the caller's transaction, and tells consumers whether they
 * have seen a message before. Plain JDBC; no thread, no pool and no transaction is started here.
 */
@NullMarked
package org.outboxconnect.client;

import org.jspecify.annotations.NullMarked;
