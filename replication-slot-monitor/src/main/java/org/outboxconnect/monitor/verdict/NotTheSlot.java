package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.history.UnexplainedWal;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalDirectory;

/**
 * WAL piles up, and no slot is to blame: the archiver fails, or the directory holds far more than
 * slots and settings explain. It has no word of its own, so that it is said as {@link
 * Verdict#UNKNOWN}, once for a server, about the slot that would be blamed for it: one that is
 * expected, or else the one that retains most.
 */
final class NotTheSlot {

  private NotTheSlot() {}

  static Optional<Judgement> judge(ServerSample sample, ServerHistory history, Thresholds limits) {
    Duration failing = history.archiverFailing();
    boolean excess = Situation.reached(history.unexplainedWal(), limits.trendWindow());
    if (!failing.isZero() && (excess || Situation.reached(failing, limits.trendWindow()))) {
      return Optional.of(archiver(sample, failing));
    }
    return excess ? Optional.of(unexplained(sample)) : Optional.empty();
  }

  private static Judgement archiver(ServerSample sample, Duration failing) {
    return draft(sample, Severity.WARNING)
        .seconds("archiver_failing", failing)
        .seconds(
            "since_archived",
            sample.around().archiver().value().map(Archiver::sinceArchived).orElse(null))
        .because("Not the slot: the archiver fails, and the server keeps all WAL until it succeeds")
        .doing(
            "Read the server's log for the reason that archive_command or archive_library gives",
            "Repair the archive: room, address, rights",
            "Watch pg_stat_archiver until last_archived_time is newer than last_failed_time");
  }

  private static Judgement unexplained(ServerSample sample) {
    return draft(sample, Severity.INFO)
        .because("Not the slot: the WAL directory holds far more than slots and settings explain")
        .doing(
            "See whether checkpoints complete, and whether somebody else keeps WAL: a backup, a summarizer",
            "Compare the directory with pg_ls_waldir(): files that are no segments are not the server's");
  }

  private static Judgement.Draft draft(ServerSample sample, Severity severity) {
    return Judgement.of(Verdict.UNKNOWN, severity)
        .bytes(
            "wal_directory",
            sample.around().walDirectory().value().map(WalDirectory::bytes).orElse(null))
        .bytes("unexplained_wal", UnexplainedWal.bytes(sample).orElse(null));
  }

  /** Says it about one slot; about none if there is none. */
  static List<SlotAssessment> said(Judgement judgement, List<SlotAssessment> slots) {
    Optional<SlotAssessment> blamed =
        slots.stream()
            .filter(slot -> slot.sample() != null)
            .min(
                Comparator.comparing((SlotAssessment slot) -> !slot.expected())
                    .thenComparing(slot -> keptFrom(slot.sample())));
    return slots.stream()
        .map(slot -> slot.equals(blamed.orElse(null)) ? slot.with(judgement) : slot)
        .toList();
  }

  /** Who keeps the oldest WAL retains most. */
  private static long keptFrom(@Nullable SlotSample slot) {
    return slot == null || slot.keptFrom() == null ? Long.MAX_VALUE : slot.keptFrom().bytes();
  }
}
