package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;

/**
 * A slot is being made, which waits for the end of every transaction that was open then, in
 * whatever database. Until the slot is ready it has confirmed nothing, and the connector starts for
 * hours.
 */
final class SlotInMakingRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean waits =
        now.slot().identity().logical()
            && now.slot().holds().confirmed() == null
            && Situation.reached(now.history().confirmedFlat(), now.limits().confirmFlat());
    return waits
        ? OldestTransaction.of(now.server().around()).map(oldest -> judgement(now, oldest))
        : Optional.empty();
  }

  private static Judgement judgement(Situation now, Oldest oldest) {
    return now.draft(Verdict.TRANSACTION_PINNED, Severity.WARNING)
        .seconds("transaction_age", oldest.age())
        .because(
            "The slot is being made and waits for the transaction of [%s] in database [%s]"
                .formatted(oldest.who(), oldest.database()))
        .doing(
            "Let it commit or roll back; a prepared one needs COMMIT or ROLLBACK PREPARED",
            "If nobody answers for it, end its session with pg_terminate_backend",
            "Make slots by schema/admin/3_slot.sql before the first write, not by the connector");
  }
}
