package org.outboxconnect.monitor.verdict;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Applies the rules and weighs by the time that is left. */
final class Judge {

  /** What ends with the slot's room; the rest is as bad with much room as with little. */
  private static final Set<Verdict> BY_TIME =
      Set.of(
          Verdict.LAGGING,
          Verdict.GIANT_TRANSACTION,
          Verdict.TRANSACTION_PINNED,
          Verdict.IDLE_PINNED,
          Verdict.FROZEN_CONSUMER,
          Verdict.NO_CONSUMER);

  private Judge() {}

  /** All that is to be said, the gravest first; within a severity in the order of the rules. */
  static List<Judgement> judge(Situation now) {
    Stream<Judgement> faults = Rules.FAULTS.stream().flatMap(rule -> rule.judge(now).stream());
    return Stream.concat(faults, movement(now).stream())
        .map(judgement -> weighed(judgement, now))
        .sorted(Comparator.comparing(Judgement::severity).reversed())
        .toList();
  }

  /** A lost slot moves no more. */
  private static Optional<Judgement> movement(Situation now) {
    return now.slot().isLost()
        ? Optional.empty()
        : Rules.MOVEMENT.stream().flatMap(rule -> rule.judge(now).stream()).findFirst();
  }

  private static Judgement weighed(Judgement judgement, Situation now) {
    return BY_TIME.contains(judgement.verdict())
        ? judgement.raisedTo(severityByTime(now))
        : judgement;
  }

  private static Severity severityByTime(Situation now) {
    Thresholds limits = now.limits();
    if (now.isUnreserved() || now.forecast().endsWithin(limits.exhaustionCritical())) {
      return Severity.CRITICAL;
    }
    boolean unlimited = now.headroom().room() == null && now.headroom().time() == null;
    boolean unbounded = unlimited && now.stuck() && now.retains(limits.retainedWarningBytes());
    return unbounded || now.forecast().endsWithin(limits.exhaustionWarning())
        ? Severity.WARNING
        : Severity.OK;
  }
}
