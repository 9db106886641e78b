package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.ConnectSample.Task;

/**
 * Nobody uses the slot. An alarm only if that lasts <em>and</em> retained WAL grows: a connector
 * restarts, a new replica replays for hours, and a spare slot may rest. A standby's copy of a slot
 * is never used.
 *
 * <p>If Kafka Connect calls the connector running all the while, it is wrong sooner: the task
 * hangs, or its worker has left the group. Then nobody is restarting.
 */
final class NoConsumerRule implements Rule {

  private static final String NOBODY =
      "No consumer is connected, and the slot keeps all WAL until one is";

  @Override
  public Optional<Judgement> judge(Situation now) {
    Duration inactive = inactive(now);
    boolean counts =
        !now.isActive()
            && !now.slot().isSyncedCopy()
            && now.slot().keptFrom() != null
            && (Situation.reached(inactive, now.limits().inactiveWarning()) || isContradicted(now));
    return counts
        ? Optional.of(judgement(now, inactive, severity(now, inactive)))
        : Optional.empty();
  }

  private static String contradiction(ConnectSample connector) {
    return connector.tasks().stream()
        .filter(Task::isOrphaned)
        .map(Task::worker)
        .findFirst()
        .map(
            worker ->
                "Kafka Connect calls connector [%s] running on worker [%s], which doesn't answer: it has left the group"
                    .formatted(connector.connector(), worker))
        .orElse(
            "Kafka Connect calls connector [%s] running, but nobody uses the slot: its task hangs, still takes a snapshot, or reads elsewhere"
                .formatted(connector.connector()));
  }

  private static boolean isContradicted(Situation now) {
    return Situation.reached(now.history().unusedWhileRunning(), now.limits().unusedWarning());
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
      boolean outstanding = now.isBehind(ServerHistory.RESIDUE_BYTES);
      return isContradicted(now) && outstanding ? Severity.WARNING : Severity.INFO;
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
        .because(
            isContradicted(now)
                ? now.connector().map(NoConsumerRule::contradiction).orElse(NOBODY)
                : NOBODY)
        .doing(
            "See whether the connector exists and where its task runs",
            "Start it, or repair what keeps it away: address, password, certificate",
            "If nobody will come back, drop the slot: it fills the disk");
  }
}
