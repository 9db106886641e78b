package org.outboxconnect.monitor.sample;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decoding statistics of one logical slot, counted since the slot was made. A fall without a
 * restart of the server means that another slot of the same name has taken its place.
 *
 * @param spilledTransactions transactions that were too large for memory
 * @param spilledBytes written to disk for them; rises while such a transaction is still open
 * @param streamedBytes handed out before the transaction's end
 * @param totalTransactions decoded and handed to the plugin
 * @param totalBytes the same in bytes
 * @param reset when somebody set them back by hand; null if never
 */
public record SlotStatistics(
    long spilledTransactions,
    long spilledBytes,
    long streamedBytes,
    long totalTransactions,
    long totalBytes,
    @Nullable Instant reset) {

  /** Never set back. */
  public SlotStatistics(
      long spilledTransactions,
      long spilledBytes,
      long streamedBytes,
      long totalTransactions,
      long totalBytes) {
    this(spilledTransactions, spilledBytes, streamedBytes, totalTransactions, totalBytes, null);
  }
}
