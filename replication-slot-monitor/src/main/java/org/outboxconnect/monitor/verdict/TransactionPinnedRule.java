package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import org.outboxconnect.monitor.history.SlotHistory;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;
import org.outboxconnect.monitor.sample.Surroundings;

/**
 * The consumer confirms, but the first WAL kept stands still: a transaction that has written is
 * open, in whatever database of the server. One that only reads pins nothing.
 */
final class TransactionPinnedRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    if (!now.slot().identity().logical() || !isPinned(now)) {
      return Optional.empty();
    }
    Surroundings around = now.server().around();
    Optional<Oldest> oldest = OldestTransaction.of(around);
    if (oldest.isPresent()) {
      return isLong(now, oldest.get().age())
          ? Optional.of(judgement(now, oldest.get()))
          : Optional.empty();
    }
    boolean hidden = around.writers().value().isEmpty();
    boolean lasts =
        Situation.reached(now.history().restartFlat(), now.limits().transactionWarning());
    return hidden && lasts ? Optional.of(judgementUnseen(now)) : Optional.empty();
  }

  /** The consumer has confirmed something since the first WAL kept stands still. */
  private static boolean isPinned(Situation now) {
    SlotHistory history = now.history();
    return now.pins(now.segmentBytes())
        && Situation.reached(history.restartFlat(), noise(now))
        && history.confirmedFlat().compareTo(history.restartFlat()) < 0;
  }

  private static Duration noise(Situation now) {
    Duration flat = now.limits().confirmFlat();
    Duration open = now.limits().transactionWarning();
    return flat.compareTo(open) < 0 ? flat : open;
  }

  private static boolean isLong(Situation now, Duration age) {
    return Situation.reached(age, now.limits().transactionWarning())
        || now.forecast().endsWithin(now.limits().exhaustionWarning());
  }

  private static Judgement judgement(Situation now, Oldest oldest) {
    return draft(now)
        .seconds("transaction_age", oldest.age())
        .because(
            "Transaction of [%s] in database [%s] has written and is still open"
                .formatted(oldest.who(), oldest.database()))
        .doing(
            "Let it commit or roll back; a prepared one needs COMMIT or ROLLBACK PREPARED",
            "If nobody answers for it, end its session with pg_terminate_backend",
            "Set idle_in_transaction_session_timeout, and transaction_timeout on 17 and later");
  }

  private static Judgement judgementUnseen(Situation now) {
    return draft(now)
        .because("A transaction that the monitor may not see has written and is still open")
        .doing(
            "Grant pg_monitor to the monitor's role, so that it can name the session",
            "Look for the oldest session with backend_xid in pg_stat_activity, as superuser",
            "Let it commit or roll back");
  }

  private static Judgement.Draft draft(Situation now) {
    return now.draft(Verdict.TRANSACTION_PINNED, Severity.WARNING)
        .bytes("pinned", now.distances().pinned())
        .seconds("restart_flat", now.history().restartFlat());
  }
}
