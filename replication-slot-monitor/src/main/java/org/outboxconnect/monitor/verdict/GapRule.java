package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import org.outboxconnect.monitor.sample.ConnectSample;

/**
 * The slot is confirmed further than Kafka Connect's offsets. The connector flushes only what
 * Connect has stored, so that this means another slot under the old name, or other offsets.
 */
final class GapRule implements Rule {

  private static final int LOOKS = 2;

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean ahead =
        now.history().looks() >= LOOKS
            && !now.history().aheadOfConnect().isZero()
            && Situation.reached(now.history().aheadOfConnect(), now.limits().gapFor());
    return ahead ? now.connector().map(connector -> gap(now, connector)) : Optional.empty();
  }

  private static Judgement gap(Situation now, ConnectSample connector) {
    return now.draft(Verdict.GAP, Severity.CRITICAL)
        .seconds("ahead", now.history().aheadOfConnect())
        .because(
            "The slot is confirmed further than connector [%s] has stored: slot or offsets were made anew"
                .formatted(connector.connector()))
        .doing(
            "Find out whether slot or offsets were re-created, and when",
            "Re-emit what was written in between from the outbox or its source",
            "Set offset.mismatch.strategy so that the connector stops in place of skipping");
  }
}
