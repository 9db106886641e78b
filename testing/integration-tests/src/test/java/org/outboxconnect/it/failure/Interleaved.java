package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.outboxconnect.client.OutboxMode;

/** Transactions of many connections take turns, beside the other writers. */
record Interleaved(int transactions, int width, List<OutboxMode> modes, long seed)
    implements Fault {

  Interleaved {
    modes = List.copyOf(modes);
  }

  @Override
  public String title() {
    return "Many open transactions that take turns";
  }

  @Override
  public String strike(Scenario scenario) throws Exception {
    try (Interleaving interleaving =
        new Interleaving(scenario.database(), scenario.ledger(), modes, scenario.types(), seed)) {
      interleaving.run(transactions, width);
      assertThat(interleaving.mostOpen()).isEqualTo(width);
      assertThat(interleaving.overtaken()).isPositive();
      return "%d transactions, up to %d open, %d overtook an earlier one"
          .formatted(transactions, interleaving.mostOpen(), interleaving.overtaken());
    }
  }
}
