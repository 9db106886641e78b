package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.EmbeddedStackBuilder;

/** Servers die and networks are cut while four services write, and everything arrives. */
@Tag("ci")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerFaultsIT {

  private static final List<OutboxMode> MODES = List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED);

  private static final List<Fault> SHORT =
      List.copyOf(
          EnumSet.complementOf(
              EnumSet.of(ServerFault.DATABASE_LONG_AWAY, ServerFault.DATABASE_AWAY_AT_START)));

  @RegisterExtension
  static final CdcRoad ROAD = new CdcRoad(EmbeddedStackBuilder::workersBehindProxies);

  @BeforeAll
  static void createConnector() throws Exception {
    Scenario.prepare(ROAD);
    ROAD.createConnector();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"DATABASE_LONG_AWAY", "DATABASE_AWAY_AT_START"})
  void should_deliver_everything_in_order_when_it_strikes(ServerFault fault) throws Exception {
    strike(fault);
  }

  @ParameterizedTest
  @Tag("soak")
  @EnumSource(names = {"DATABASE_LONG_AWAY", "DATABASE_AWAY_AT_START"})
  void should_deliver_everything_in_order_when_it_lasts(ServerFault fault) throws Exception {
    strike(fault);
  }

  private static void strike(ServerFault fault) throws Exception {
    Plan plan = Plan.of(Plan.seedOr(fault.name().hashCode()), MODES, fault);

    Outcome outcome = Scenario.run(ROAD, fault.name().toLowerCase(Locale.ROOT), plan);

    assertThat(outcome.committed()).isGreaterThan(plan.strikes().get(0).afterEvents());
    assertThat(outcome.rolledBack()).isPositive();
  }

  @Test
  void should_deliver_everything_in_order_when_faults_follow_one_another() throws Exception {
    Plan plan = Plan.mixed(Plan.seedOr(20), MODES, SHORT, 5);

    Outcome outcome = Scenario.run(ROAD, "mixed", plan);

    int struckAt = plan.strikes().stream().mapToInt(Plan.Strike::afterEvents).sum();
    assertThat(outcome.committed()).isGreaterThan(struckAt);
  }
}
