package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;

/** Workers of a group die and come while four services write, and everything arrives. */
@Tag("soak")
@Timeout(900)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClusterFaultsIT {

  private static final List<OutboxMode> MODES = List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED);

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @Test
  void should_deliver_everything_in_order_when_workers_die_and_come() throws Exception {
    Scenario.prepare(ROAD);
    ROAD.createConnector();
    Plan plan = Plan.of(Plan.seedOr(3), MODES, ClusterFault.values());

    Outcome outcome = Scenario.run(ROAD, "cluster", plan);

    assertThat(outcome.rolledBack()).isPositive();
  }
}
