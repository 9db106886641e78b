package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/** A slot that is behind at the first look: one look shows no movement. */
final class UnknownRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean first = now.history().looks() < 2 && now.retains(now.segmentBytes());
    return first
        ? Optional.of(
            now.draft(Verdict.UNKNOWN, Severity.INFO)
                .because("One look shows no movement; the next ones will tell")
                .doing())
        : Optional.empty();
  }
}
