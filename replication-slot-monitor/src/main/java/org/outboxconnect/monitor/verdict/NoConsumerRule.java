package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import org.outboxconnect.monitor.history.ServerHistory;

/**
 * Nobody uses the slot. An alarm only if that lasts <em>and</em> retained WAL grows: a connector
 * restarts, a new replica replays for hours, and a spare slot may rest. A standby's copy of a slot
 * is never used.
 */
final class NoConsumerRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    Duration inactive = inactive(now);
    boolean counts =
        !now.isActive()
            && !now.slot().isSyncedCopy()
            && now.slot().keptFrom() != null
            && Situation.reached(inactive, now.limits().inactiveWarning());
    return counts
        ? Optional.of(judgement(now, inactive, severity(now, inactive)))
        : Optional.empty();
  }

  /** The server's account begins anew when it restarts, the monitor's when that does. */
  static Duration inactive(Situation now) {
    Duration seen = now.history().inactive();
    Duration told = now.slot().use().inactiveFor();
    return told == null || told.compareTo(seen) < 0 ? seen : told;
  }

  private static Severity severity(Situation now, Duration inactive) {
    if (now.waiting()
        .filter(age -> Situation.reached(age, now.limits().waitingCritical()))
        .isPresent()) {
      return Severity.CRITICAL;
    }
    if (!now.retains(now.segmentBytes()) || !isGrowing(now)) {
      return Severity.INFO;
    }
    return Situation.reached(inactive, now.limits().inactiveCritical())
        ? Severity.CRITICAL
        : Severity.WARNING;
  }

  private static boolean isGrowing(Situation now) {
    return now.history()
        .retainedChange(now.limits().inactiveWarning())
        .filter(change -> change > ServerHistory.RESIDUE_BYTES)
        .isPresent();
  }

  private static Judgement judgement(Situation now, Duration inactive, Severity severity) {
    return now.draft(Verdict.NO_CONSUMER, severity)
        .seconds("inactive", inactive)
        .seconds("oldest_unpublished_age", now.waiting().orElse(null))
        .because("No consumer is connected, and the slot keeps all WAL until one is")
        .doing(
            "See whether the connector exists and where its task runs",
            "Start it, or repair what keeps it away: address, password, certificate",
            "If nobody will come back, drop the slot: it fills the disk");
  }
}
