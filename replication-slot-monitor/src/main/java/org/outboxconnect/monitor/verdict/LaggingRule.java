package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/**
 * The distance grows, or the WAL is about to go, and no surer cause was found: a consumer that is
 * slower than the writers.
 */
final class LaggingRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    if (now.isUnreserved()) {
      return Optional.of(judgement(now, Severity.CRITICAL));
    }
    boolean lagging =
        now.isActive()
            && ((grows(now) && now.isBehind(now.segmentBytes()))
                || (now.stuck() && now.retains(now.segmentBytes())));
    return lagging ? Optional.of(judgement(now, Severity.WARNING)) : Optional.empty();
  }

  private static boolean grows(Situation now) {
    return now.history().behindGrows(now.trendWindow());
  }

  private static Judgement judgement(Situation now, Severity severity) {
    return now.draft(Verdict.LAGGING, severity)
        .seconds("confirmed_flat", now.history().confirmedFlat())
        .because(
            now.senderIsHidden()
                ? "The consumer falls behind; without pg_read_all_stats it can't be told whether it hangs"
                : "The consumer confirms more slowly than WAL is written")
        .doing(
            "Compare the relay's rate with the writers': a backlog of events, or other tables' WAL",
            "See whether the worker is short of CPU, memory or network",
            "Give the slot more room for the time being: max_slot_wal_keep_size");
  }
}
