package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.sql.SQLException;
import java.util.List;
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

  /** At least so many events are committed that the standby has missed. */
  static final int MISSED = 100;

  private static final String WAITED_FOR =
      "SELECT wait_event FROM pg_stat_activity JOIN pg_replication_slots ON pid = active_pid"
          + " WHERE slot_name = 'outbox'";

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
    awaitThatTheSlotHoldsBack(scenario);
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

  /**
   * What the slot had sent before has reached the broker, and its walsender holds back the rest.
   * The broker is asked: the consumer can't commit while the standby is away.
   */
  private static void awaitThatTheSlotHoldsBack(Scenario scenario) {
    List<String> topics = scenario.types().stream().map(type -> type + ".events").toList();
    try (EndOffsets sent = EndOffsets.of(scenario.road(), topics)) {
      Wait.require(
          "the slot to send nothing that the standby has not got",
          CdcRoad.GENEROUS,
          () -> {
            long before = sent.sum();
            scenario.awaitCommits(MISSED);
            return waitsForTheStandby(scenario) && sent.sum() == before;
          });
    }
  }

  private static boolean waitsForTheStandby(Scenario scenario) throws SQLException {
    return scenario
        .road()
        .texts(scenario.database().primary(), WAITED_FOR)
        .equals(List.of("WaitForStandbyConfirmation"));
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
