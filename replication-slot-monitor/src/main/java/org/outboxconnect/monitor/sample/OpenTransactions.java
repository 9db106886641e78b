package org.outboxconnect.monitor.sample;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of one kind, in all databases of the server, that have a transaction id: what has
 * written in any database pins the WAL of every logical slot.
 *
 * @param count how many
 * @param oldest the one that began first; null if there is none
 */
public record OpenTransactions(long count, @Nullable Oldest oldest) {

  /**
   * One transaction.
   *
   * @param age since it began, by the server's clock
   * @param database where it runs; null for a process without one
   * @param who pid and application of a session, or the name of a prepared transaction
   */
  public record Oldest(Duration age, @Nullable String database, String who) {}
}
