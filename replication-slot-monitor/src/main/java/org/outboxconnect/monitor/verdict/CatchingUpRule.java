package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/** Behind by more than a segment, and less than a few minutes ago. */
final class CatchingUpRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean catching =
        now.isActive()
            && now.isBehind(now.segmentBytes())
            && now.history()
                .behindChange(now.limits().shortestTrend())
                .filter(change -> change < 0)
                .isPresent();
    return catching
        ? Optional.of(
            now.draft(Verdict.CATCHING_UP, Severity.OK)
                .because("The consumer was behind and catches up")
                .doing())
        : Optional.empty();
  }
}
