package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import org.outboxconnect.monitor.history.ServerHistory;

/**
 * The consumer lives and has been sent everything, but confirms nothing while events wait: it can't
 * write to Kafka, or Kafka Connect can't store offsets.
 */
final class CommitBlockedRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean blocked =
        now.hears()
            && now.isDecoded()
            && now.isBehind(ServerHistory.RESIDUE_BYTES)
            && Situation.reached(now.history().unconfirmed(), now.limits().confirmFlat())
            && now.waiting()
                .filter(age -> Situation.reached(age, now.limits().confirmFlat()))
                .isPresent();
    return blocked ? Optional.of(judgement(now)) : Optional.empty();
  }

  private static Judgement judgement(Situation now) {
    return now.draft(Verdict.COMMIT_BLOCKED, Severity.CRITICAL)
        .seconds("unconfirmed", now.history().unconfirmed())
        .seconds("oldest_unpublished_age", now.waiting().orElse(null))
        .because("The consumer takes all changes and confirms none, while events wait")
        .doing(
            "See whether the worker reaches Kafka and may write to the topics",
            "Look for 'Failed to flush' or 'Failed to commit offsets' in the worker's log",
            "Restart the task once Kafka takes writes");
  }
}
