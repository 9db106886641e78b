package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/** The primary dies while four services write, and a standby with a copy of the slot takes over. */
@Tag("soak")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PromotionIT {

  private static final List<OutboxMode> MODES = List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED);

  @Nested
  class On_17 {
    @RegisterExtension static final CdcRoad ROAD = new CdcRoad(builder -> builder.postgres(17));

    @Test
    void should_deliver_everything_that_the_new_primary_knows() throws Exception {
      promote(ROAD, 17);
    }
  }

  @Nested
  class On_18 {
    @RegisterExtension static final CdcRoad ROAD = new CdcRoad(builder -> builder.postgres(18));

    @Test
    void should_deliver_everything_that_the_new_primary_knows() throws Exception {
      promote(ROAD, 18);
    }
  }

  private static void promote(CdcRoad road, int major) throws Exception {
    Scenario.prepare(road);
    road.create(road.packagedConnector().with("heartbeat.interval.ms", "500"));
    PostgresServer standby = road.stack().postgres().startStandby();
    // The control: without this setting events arrive that the standby has never seen.
    Scenario.run(road, "ahead", Plan.of(Plan.seedOr(1), MODES, new StandbyAway(standby)));
    road.stack().postgres().holdFailoverSlotsFor(standby);
    awaitSynced(road, standby);
    letOnlyTheConsumerWaitForTheStandby(road);
    Promoted fault = new Promoted(standby);
    Plan plan = Plan.of(Plan.seedOr(major), MODES, fault);

    Outcome outcome = Scenario.run(road, "promoted", plan);

    assertThat(road.stack().postgres().isAlive()).isFalse();
    assertThat(outcome.committed()).isPositive();
    assertThat(fault.lostWithThePrimary()).isGreaterThanOrEqualTo(Promoted.MISSED);
  }

  /** What a consumer has done must not be undone by the failover: that is another promise. */
  private static void letOnlyTheConsumerWaitForTheStandby(CdcRoad road) throws SQLException {
    for (String role : List.of(CdcRoad.SERVICE, CdcRoad.RELAY)) {
      road.run("ALTER ROLE %s SET synchronous_commit = local".formatted(role));
    }
    // The standby calls itself as its slot.
    String name = road.texts("SHOW synchronized_standby_slots").get(0);
    road.stack().postgres().set("synchronous_standby_names", name);
    Wait.require(
        "the standby to be synchronous",
        CdcRoad.GENEROUS,
        () ->
            road.texts("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'").size() == 1);
  }

  /** A failover slot is copied only after it has moved once: heartbeats see to that. */
  private static void awaitSynced(CdcRoad road, PostgresServer standby) {
    Wait.require(
        "a copy of the slot",
        CdcRoad.GENEROUS,
        () ->
            road.texts(standby, "SELECT synced AND NOT temporary FROM pg_replication_slots")
                .equals(List.of("t")));
  }
}
