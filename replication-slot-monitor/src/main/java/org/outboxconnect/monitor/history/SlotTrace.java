package org.outboxconnect.monitor.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.OutboxStatistics;
import org.outboxconnect.monitor.sample.ServerIdentity;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.SlotStatistics;

/**
 * What shows that a slot was dropped and made anew between two looks: the view has neither its age
 * nor an identity. Its decoding statistics begin anew then, at once from PostgreSQL 17 on.
 *
 * <p>They do so too after a crash of the server, which need not restart the postmaster; but a crash
 * takes the counters of tables along, and leaves the slot where the last checkpoint wrote it.
 *
 * @param startedAt of the server; null if unknown
 * @param statistics of the slot; null if unknown, or if they don't tell at once
 * @param keptFrom first WAL kept for it; null if none is
 * @param head where the server stood
 * @param inserted rows inserted into the outboxes watched
 */
record SlotTrace(
    @Nullable Instant startedAt,
    @Nullable SlotStatistics statistics,
    @Nullable Lsn keptFrom,
    Lsn head,
    long inserted) {

  private static final int STATISTICS_SINCE = 170000;

  static SlotTrace of(ServerSample sample, SlotSample slot) {
    boolean telling = sample.version() >= STATISTICS_SINCE && slot.identity().logical();
    return new SlotTrace(
        sample.around().identity().value().map(ServerIdentity::startedAt).orElse(null),
        telling ? sample.statisticsOf(slot.name()).orElse(null) : null,
        slot.keptFrom(),
        sample.position().head(),
        inserted(sample));
  }

  private static long inserted(ServerSample sample) {
    return sample.outboxes().stream()
        .map(OutboxSample::statistics)
        .flatMap(statistics -> statistics.value().stream())
        .mapToLong(OutboxStatistics::inserted)
        .sum();
  }

  /** Tells whether this look shows another slot under the name of the one before. */
  boolean isAnew(SlotTrace before) {
    return startedAt != null
        && startedAt.equals(before.startedAt)
        && inserted >= before.inserted
        && beganAnew(before.statistics)
        && before.keptFrom != null // a lost slot is made anew by whoever repairs
        && keptFrom != null
        && keptFrom.compareTo(before.head) >= 0;
  }

  private boolean beganAnew(@Nullable SlotStatistics before) {
    return statistics != null
        && before != null
        && statistics.totalTransactions() < before.totalTransactions()
        && (statistics.reset() == null || statistics.reset().equals(before.reset()));
  }
}
