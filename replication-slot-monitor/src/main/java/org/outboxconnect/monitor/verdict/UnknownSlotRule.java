package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/**
 * A slot that nobody has named, where others are named: made by hand, by a tool that has moved on,
 * or left by a connector that is gone. It may fill the disk weeks from now; today is the time to
 * ask.
 */
final class UnknownSlotRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean unknown = !now.expectations().slots().isEmpty() && !now.isExpected();
    return unknown ? Optional.of(judgement(now)) : Optional.empty();
  }

  private static Judgement judgement(Situation now) {
    return now.draft(Verdict.UNKNOWN, Severity.WARNING)
        .because("The configuration names slots, and this one is not among them")
        .doing(
            "Find out who made it and whether somebody still reads from it",
            "If somebody does, name it in slots.expected, or leave it out by slots.exclude",
            "If nobody does, drop it before it fills the disk");
  }
}
