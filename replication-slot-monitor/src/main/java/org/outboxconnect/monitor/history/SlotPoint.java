package org.outboxconnect.monitor.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.ServerPosition;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.SlotStatistics;

/**
 * A slot's distances at one look, in bytes; each null where the slot or the role shows none.
 *
 * @param at when
 * @param retained from the first WAL kept to the head
 * @param behind from what the consumer confirmed to what could be decoded
 * @param pinned from the first WAL kept to what the consumer confirmed
 * @param spilled decoding statistics: bytes spilled or streamed
 * @param transactions decoding statistics: transactions handed out
 */
public record SlotPoint(
    Instant at,
    @Nullable Long retained,
    @Nullable Long behind,
    @Nullable Long pinned,
    @Nullable Long spilled,
    @Nullable Long transactions) {

  /** Measures a slot. */
  public static SlotPoint of(
      Instant at, SlotSample slot, ServerPosition position, @Nullable SlotStatistics statistics) {
    Lsn kept = slot.keptFrom();
    Lsn confirmed = slot.isLost() ? null : slot.holds().confirmed();
    return new SlotPoint(
        at,
        distance(kept, position.head()),
        distance(confirmed, position.decodable()),
        distance(kept, confirmed),
        statistics == null ? null : statistics.spilledBytes() + statistics.streamedBytes(),
        statistics == null ? null : statistics.totalTransactions());
  }

  private static @Nullable Long distance(@Nullable Lsn from, @Nullable Lsn to) {
    return from == null || to == null ? null : to.minus(from);
  }
}
