package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.sample.ConnectSample;

/** Several connectors name one slot. Only one can read it, and what it takes the others miss. */
final class SharedSlotRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    return now.connector()
        .filter(connector -> !connector.rivals().isEmpty())
        .map(connector -> judgement(now, connector));
  }

  private static Judgement judgement(Situation now, ConnectSample connector) {
    return now.draft(Verdict.UNKNOWN, Severity.WARNING)
        .count("connectors", connector.rivals().size() + 1L)
        .because(
            "Connector [%s] and [%s] name the same slot: only one can read it, and what it takes the others miss"
                .formatted(
                    connector.connector(),
                    connector.rivals().stream().sorted().collect(Collectors.joining(", "))))
        .doing(
            "Stop all of these connectors but one",
            "Give each of the others a slot and a publication of its own",
            "See which events went to the wrong topic, and re-emit them");
  }
}
