package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The slot keeps vacuum from removing old row versions. What a lost slot shows doesn't count. */
final class HorizonRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    long age =
        Math.max(orZero(now.slot().holds().xminAge()), orZero(now.slot().holds().catalogXminAge()));
    return now.slot().isLost() || age < now.limits().horizonWarning()
        ? Optional.empty()
        : Optional.of(judgement(now, age));
  }

  private static long orZero(@Nullable Long age) {
    return age == null ? 0 : age;
  }

  private static Judgement judgement(Situation now, long age) {
    boolean critical = age >= now.limits().horizonCritical();
    return now.draft(Verdict.HORIZON, critical ? Severity.CRITICAL : Severity.WARNING)
        .count("horizon_age_transactions", age)
        .because("The slot keeps row versions from vacuum: tables grow and plans go bad")
        .doing(
            "Let its consumer catch up, or end what pins it",
            "If nobody needs the slot, drop it",
            "Watch autovacuum: the freeze limit forces it into long runs");
  }
}
