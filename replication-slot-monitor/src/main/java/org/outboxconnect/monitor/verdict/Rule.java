package org.outboxconnect.monitor.verdict;

import java.util.Optional;

/** One thing that can be said about a slot. A rule is stateless. */
@FunctionalInterface
interface Rule {

  /** Speaks if its conditions hold. */
  Optional<Judgement> judge(Situation now);
}
