package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import org.outboxconnect.monitor.sample.ConnectSample;

/**
 * The slot is confirmed further than Kafka Connect's offsets. The connector flushes only what
 * Connect has stored, so that this means another slot under the old name, or other offsets. If the
 * connector goes on, its offsets pass the new slot's position within moments; then only the slot's
 * statistics tell that it was made anew, and that is said for an hour.
 */
final class GapRule implements Rule {

  private static final int LOOKS = 2;
  private static final Duration REMEMBERED = Duration.ofHours(1);

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean ahead =
        now.history().looks() >= LOOKS
            && !now.history().aheadOfConnect().isZero()
            && Situation.reached(now.history().aheadOfConnect(), now.limits().gapFor());
    Optional<Judgement> offsets =
        ahead ? now.connector().map(connector -> gap(now, connector)) : Optional.empty();
    return offsets.or(() -> madeAnew(now));
  }

  private static Optional<Judgement> madeAnew(Situation now) {
    return now.history()
        .sinceMadeAnew()
        .filter(age -> age.compareTo(REMEMBERED) < 0)
        .map(age -> madeAnew(now, age));
  }

  private static Judgement madeAnew(Situation now, Duration age) {
    return now.draft(Verdict.GAP, Severity.CRITICAL)
        .seconds("made_anew", age)
        .because(
            "The slot was dropped and made anew between two looks: its statistics began anew, and"
                + " the server did not")
        .doing(
            "Find out who made the slot anew, and why",
            "Re-emit what was written between the old slot's place and the new one's",
            "Set offset.mismatch.strategy so that the connector stops in place of skipping");
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
