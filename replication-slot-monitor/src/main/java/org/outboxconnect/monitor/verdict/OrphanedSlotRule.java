package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/**
 * A logical slot on a standby that is no copy of its primary's and that nobody uses: it was left
 * there when the server was the primary, or by a consumer that is gone. It keeps WAL and row
 * versions, and where it has the name of a slot of the primary, it keeps the copy from being made.
 */
final class OrphanedSlotRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean orphaned =
        now.server().position().standby()
            && now.slot().identity().logical()
            && !now.slot().isSyncedCopy()
            && !now.isActive()
            && Situation.reached(NoConsumerRule.inactive(now), now.limits().inactiveWarning());
    return orphaned ? Optional.of(judgement(now)) : Optional.empty();
  }

  private static Judgement judgement(Situation now) {
    return now.draft(Verdict.UNKNOWN, Severity.WARNING)
        .seconds("inactive", NoConsumerRule.inactive(now))
        .because(
            "A logical slot on a standby that is no copy of the primary's, and that nobody uses: left from another time")
        .doing(
            "See whether this server was the primary before, and whether anybody reads from it now",
            "If not, drop the slot on this standby; it keeps WAL and row versions",
            "See that the primary's slot of this name is copied then (synced)");
  }
}
