package org.outboxconnect.monitor.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.history.SlotHistory.Marks;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.OutboxStatistics;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalSender;
import org.outboxconnect.monitor.sample.WalStatus;

/** Notes what has changed about a slot from one look to the next. */
final class MarkSlots {

  /**
   * How late a session may report its inserts. Rows counted earlier after a confirmation may be the
   * confirmed ones.
   */
  private static final Duration STATISTICS_DELAY = Duration.ofSeconds(60);

  private MarkSlots() {}

  static Marks next(Marks before, ServerSample sample, SlotSample slot, SlotPoint point) {
    Instant now = sample.takenAt();
    LastChange<Lsn> confirmed = LastChange.next(before.confirmed(), slot.holds().confirmed(), now);
    Optional<Long> inserted = inserted(sample, slot);
    boolean settling =
        before.insertedBaseline() == Marks.NO_BASELINE
            || confirmed.age(now).compareTo(STATISTICS_DELAY) < 0;
    long baseline = settling ? inserted.orElse(Long.MAX_VALUE) : before.insertedBaseline();
    boolean inflow = inserted.filter(count -> count > baseline).isPresent();
    LastChange<Lsn> restart = LastChange.next(before.restart(), slot.keptFrom(), now);
    long retained = point.retained() == null ? 0 : point.retained();
    boolean moved = before.retainedBaseline() == Marks.NO_BASELINE || restart.since().equals(now);
    long floor = moved ? retained : before.retainedBaseline();
    return new Marks(
        confirmed,
        restart,
        LastChange.next(before.active(), slot.use().active(), now),
        LastChange.next(before.pid(), slot.use().pid(), now),
        LastChange.next(before.reply(), reply(slot), now),
        LastChange.next(before.unreserved(), slot.wal().status() == WalStatus.UNRESERVED, now),
        LastChange.next(before.ahead(), isAhead(sample, slot), now),
        LastChange.next(before.inflow(), inflow, now),
        LastChange.next(before.growing(), retained > floor + ServerHistory.RESIDUE_BYTES, now),
        LastChange.next(before.outstanding(), outstanding(slot, point), now),
        LastChange.next(before.unused(), isUnusedWhileRunning(sample, slot), now),
        baseline,
        floor);
  }

  private static @Nullable Lsn outstanding(SlotSample slot, SlotPoint point) {
    Long behind = point.behind();
    return behind != null && behind > ServerHistory.RESIDUE_BYTES ? slot.holds().confirmed() : null;
  }

  private static Optional<Long> inserted(ServerSample sample, SlotSample slot) {
    return sample
        .outboxOf(slot.name())
        .map(OutboxSample::statistics)
        .flatMap(statistics -> statistics.value().map(OutboxStatistics::inserted));
  }

  private static @Nullable Instant reply(SlotSample slot) {
    return slot.sender().value().map(WalSender::replyTime).orElse(null);
  }

  private static boolean isUnusedWhileRunning(ServerSample sample, SlotSample slot) {
    ConnectSample connector = sample.connectors().get(slot.name());
    return connector != null && connector.isSaidToRun() && !slot.use().active();
  }

  private static boolean isAhead(ServerSample sample, SlotSample slot) {
    ConnectSample connector = sample.connectors().get(slot.name());
    Lsn committed = connector == null ? null : connector.committed();
    Lsn confirmed = slot.holds().confirmed();
    return committed != null && confirmed != null && confirmed.compareTo(committed) > 0;
  }
}
