package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import org.outboxconnect.monitor.history.ServerHistory;

/** Nothing is kept, or nothing is outstanding and nothing has moved for a while. */
final class IdleRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    if (now.slot().isSyncedCopy()) {
      return idle(now, "A standby's copy of a slot: its consumer is at the primary");
    }
    if (now.slot().keptFrom() == null) {
      return idle(now, "The slot keeps no WAL: nobody has ever reserved any");
    }
    boolean quiet =
        !now.isBehind(ServerHistory.RESIDUE_BYTES)
            && Situation.reached(now.history().confirmedFlat(), now.limits().confirmFlat());
    return quiet ? idle(now, "Nothing is outstanding, and nothing moves") : Optional.empty();
  }

  private static Optional<Judgement> idle(Situation now, String sentence) {
    return Optional.of(now.draft(Verdict.IDLE, Severity.OK).because(sentence).doing());
  }
}
