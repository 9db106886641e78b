package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;

/** Operators pause, stop, change and restart while four services write, and everything arrives. */
@Tag("ci")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OperatorFaultsIT {

  private static final List<OutboxMode> MODES = List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED);

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeAll
  static void createConnector() throws Exception {
    Scenario.prepare(ROAD);
    ROAD.createConnector();
  }

  @ParameterizedTest
  @EnumSource
  void should_deliver_everything_in_order_when_it_happens(OperatorFault fault) throws Exception {
    Plan plan = Plan.of(Plan.seedOr(fault.name().hashCode()), MODES, fault);

    Outcome outcome = Scenario.run(ROAD, fault.name().toLowerCase(Locale.ROOT), plan);

    assertThat(outcome.committed()).isGreaterThan(plan.strikes().get(0).afterEvents());
    assertThat(outcome.rolledBack()).isPositive();
  }
}
