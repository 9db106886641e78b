package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/** What is left when no other rule speaks. */
final class HealthyRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    return Optional.of(
        now.draft(Verdict.HEALTHY, Severity.OK)
            .because(
                now.isActive()
                    ? "The consumer confirms, and the slot's WAL is released"
                    : "Nobody uses the slot, but not for long, or only now and then")
            .doing());
  }
}
