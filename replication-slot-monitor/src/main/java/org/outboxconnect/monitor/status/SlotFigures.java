package org.outboxconnect.monitor.status;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.SlotStatistics;
import org.outboxconnect.monitor.sample.WalSender;

/**
 * The figures of one slot as every output shows them; each null if it is unknown or the slot isn't
 * there. A lost slot keeps nothing back, whatever positions it still shows.
 *
 * @param retainedBytes WAL that the server keeps for the slot
 * @param confirmedLagBytes WAL that could be decoded and isn't confirmed
 * @param pinnedBytes WAL kept although it is confirmed, because a transaction that began there is
 *     open
 * @param safeBytes how much more WAL can be written before the server may remove what the slot
 *     needs; negative once it may
 * @param silence since the consumer's last word, by the server's clock; wrong by the difference
 *     between the server's clock and the consumer's
 * @param inactive how long nobody has used the slot; PostgreSQL 17 and later
 * @param catalogXminAge transactions since the oldest row version of catalogs that is kept
 * @param spilledBytes written to disk to decode large transactions
 */
public record SlotFigures(
    @Nullable Long retainedBytes,
    @Nullable Long confirmedLagBytes,
    @Nullable Long pinnedBytes,
    @Nullable Long safeBytes,
    @Nullable Duration silence,
    @Nullable Duration inactive,
    @Nullable Long catalogXminAge,
    @Nullable Long spilledBytes) {

  private static final SlotFigures NONE =
      new SlotFigures(null, null, null, null, null, null, null, null);

  /** The figures of a slot at its look. */
  public static SlotFigures of(SlotStatus status) {
    SlotSample slot = status.assessment().sample();
    return slot == null ? NONE : of(status.look(), slot);
  }

  private static SlotFigures of(Look look, SlotSample slot) {
    SlotStatistics statistics = look.sample().statisticsOf(slot.name()).orElse(null);
    SlotPoint point = SlotPoint.of(look.at(), slot, look.sample().position(), statistics);
    return new SlotFigures(
        point.retained(),
        point.behind(),
        point.pinned(),
        slot.isLost() || slot.wal().status() == null ? null : slot.wal().safeBytes(),
        silence(slot),
        slot.use().inactiveFor(),
        slot.isLost() ? null : slot.holds().catalogXminAge(),
        statistics == null ? null : statistics.spilledBytes());
  }

  private static @Nullable Duration silence(SlotSample slot) {
    Duration age = slot.sender().value().map(WalSender::replyAge).orElse(null);
    return age == null || !age.isNegative() ? age : Duration.ZERO;
  }
}
