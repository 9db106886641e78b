package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Consumers come and go, and none confirms anything: one that fails and is started again, one that
 * the server ends for its silence in the midst of a large transaction, or two that take the slot
 * from each other. To {@code active} the slot looks used at almost every look.
 */
final class RestlessConsumerRule implements Rule {

  /** A restart or two confirm nothing; that many in a row are no restart. */
  private static final int SESSIONS = 3;

  @Override
  public Optional<Judgement> judge(Situation now) {
    Duration window = now.limits().trendWindow();
    boolean restless =
        now.history().sessions(window) >= SESSIONS
            && Situation.reached(now.history().unconfirmed(), now.limits().confirmFlat())
            && hasSomethingToConfirm(now);
    return restless ? Optional.of(judgement(now, window)) : Optional.empty();
  }

  /** On a quiet outbox consumers may be restarted one after the other. */
  private static boolean hasSomethingToConfirm(Situation now) {
    return now.isBehind(now.segmentBytes())
        || now.waiting().filter(age -> !age.isZero()).isPresent();
  }

  private static Judgement judgement(Situation now, Duration window) {
    boolean waits =
        now.waiting()
            .filter(age -> Situation.reached(age, now.limits().waitingCritical()))
            .isPresent();
    return now.draft(Verdict.NO_CONSUMER, waits ? Severity.CRITICAL : Severity.WARNING)
        .count("sessions", now.history().sessions(window))
        .seconds("unconfirmed", now.history().unconfirmed())
        .because(
            "Consumers come and go, and none confirms anything%s"
                .formatted(names(now.history().applications(window))))
        .doing(
            "Read the consumer's log: it ends for the same reason each time",
            "See whether two consumers name this slot",
            "If one transaction is too large for wal_sender_timeout, raise that for the consumer's role");
  }

  private static String names(Set<String> applications) {
    return applications.size() < 2
        ? ""
        : applications.stream().sorted().collect(Collectors.joining(", ", ": ", ""));
  }
}
