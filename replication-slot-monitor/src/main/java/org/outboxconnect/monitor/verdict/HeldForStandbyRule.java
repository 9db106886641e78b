package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.WalSender;

/**
 * A failover slot hands changes on only after its standbys have them ({@code
 * synchronized_standby_slots}, from PostgreSQL 17 on), and one of them doesn't come. The consumer
 * is not to blame: it is sent nothing.
 */
final class HeldForStandbyRule implements Rule {

  private static final String WAITS = "WaitForStandbyConfirmation";

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean held =
        now.sender().map(WalSender::waitEvent).filter(WAITS::equalsIgnoreCase).isPresent()
            && Situation.reached(now.history().unconfirmed(), now.limits().confirmFlat());
    return held ? Optional.of(judgement(now, now.waiting().orElse(null))) : Optional.empty();
  }

  private static Judgement judgement(Situation now, @Nullable Duration waiting) {
    boolean events = waiting != null && Situation.reached(waiting, now.limits().confirmFlat());
    return now.draft(Verdict.LAGGING, events ? Severity.CRITICAL : Severity.WARNING)
        .seconds("unconfirmed", now.history().unconfirmed())
        .seconds("oldest_unpublished_age", waiting)
        .because("The slot waits for a standby, and hands nothing on until that has the changes")
        .doing(
            "See which slots synchronized_standby_slots names, and whether their standbys are connected",
            "Bring the standby back",
            "If it is gone for good, take its slot out of synchronized_standby_slots: the relay goes on at once");
  }
}
