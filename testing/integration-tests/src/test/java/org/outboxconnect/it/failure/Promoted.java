package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/**
 * The primary dies when its standby has already missed some commits, and the standby is promoted.
 * Replication is asynchronous, so those commits never were, for everybody: their events must not
 * have been sent either, and that is what {@code synchronized_standby_slots} is for.
 */
final class Promoted implements Fault {

  private static final int MISSED = 100;

  private final PostgresServer standby;
  private int lost;

  Promoted(PostgresServer standby) {
    this.standby = standby;
  }

  @Override
  public String title() {
    return "Standby with failover slots promoted";
  }

  @Override
  public String strike(Scenario scenario) throws Exception {
    CdcRoad road = scenario.road();
    PostgresServer primary = scenario.database().primary();
    standby.kill();
    awaitThatNothingArrives(scenario);
    long pid = primary.pid();
    primary.kill();
    assertThat(ProcessHandle.of(pid)).isEmpty();
    standby.start();
    standby.promote();
    forgetWhatIsGone(scenario);
    scenario.database().moveTo(standby);
    road.rest()
        .put(
            road.packagedConnector()
                .with("database.port", Integer.toString(standby.port()))
                .with("heartbeat.interval.ms", "500"));
    scenario.awaitArrival();
    assertThat(road.rest().status(CONNECTOR).running()).isTrue();
    return "server %d is gone with %d events; %d is the primary"
        .formatted(pid, lost, standby.pid());
  }

  /** What was on its way has arrived when the records stay the same over more commits. */
  private static void awaitThatNothingArrives(Scenario scenario) {
    Wait.require(
        "the slot to wait for the standby",
        CdcRoad.GENEROUS,
        () -> {
          int before = scenario.arrived();
          scenario.awaitCommits(MISSED);
          return scenario.arrived() == before;
        });
  }

  /** Events that committed on the old primary and that the new one has never seen. */
  int lostWithThePrimary() {
    return lost;
  }

  /** Each transaction has left its mark. No writer is past the old primary yet. */
  private void forgetWhatIsGone(Scenario scenario) throws Exception {
    Set<UUID> marks =
        scenario.road().texts(standby, "SELECT mark FROM transactions").stream()
            .map(UUID::fromString)
            .collect(Collectors.toSet());
    lost = scenario.ledger().goneWithout(marks);
  }
}
