package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;

/**
 * The consumer lives and has been sent everything, no event waits, and yet nothing is confirmed
 * while other tables or databases write WAL: without an event there is nothing to confirm by. It
 * matters only by the time that is left.
 */
final class IdlePinnedRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean pinned =
        now.slot().identity().logical()
            && now.hears()
            && now.isDecoded()
            && now.isBehind(now.segmentBytes())
            && Situation.reached(now.history().unconfirmed(), now.limits().confirmFlat())
            && now.waiting().map(Duration::isZero).orElse(true);
    return pinned ? Optional.of(judgement(now)) : Optional.empty();
  }

  private static Judgement judgement(Situation now) {
    return now.draft(Verdict.IDLE_PINNED, Severity.INFO)
        .seconds("unconfirmed", now.history().unconfirmed())
        .because(
            now.waiting().isPresent()
                ? "The outbox is quiet while others write: without events nothing is confirmed"
                : "Nothing is confirmed while WAL grows, and whether events wait can't be told")
        .doing(
            "Set heartbeat.action.query to a transactional message: SELECT pg_logical_emit_message(true, 'outbox-heartbeat', '')",
            "Don't rely on heartbeat.interval.ms alone: it confirms nothing",
            "Until then any committed event moves the slot");
  }
}
