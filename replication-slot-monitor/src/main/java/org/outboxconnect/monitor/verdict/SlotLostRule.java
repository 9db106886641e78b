package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/**
 * The slot was invalidated. To arithmetic this worst state looks like the best: its positions are
 * gone, and a lag that is computed from them is NULL or zero.
 */
final class SlotLostRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    if (!now.slot().isLost()) {
      return Optional.empty();
    }
    String reason = now.slot().wal().invalidationReason();
    return Optional.of(
        now.draft(Verdict.SLOT_LOST, Severity.CRITICAL)
            .because(
                reason == null
                    ? "The server has removed WAL that the slot needed; nobody can read from it again"
                    : "The server has invalidated the slot (%s); nobody can read from it again"
                        .formatted(reason))
            .doing(
                "Stop the connector: it retries for half an hour and its task stays RUNNING",
                "Make the slot anew and re-emit what was written since, as the recovery page says",
                "Find out what kept its consumer away, and give the slot more room"));
  }
}
