package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.EmbeddedStackBuilder;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.Case;

/**
 * What no relay survives by itself: what the connector does meanwhile, and the documented recovery
 * that brings back every event that is in a row.
 */
@Tag("ci")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecoveryFaultsIT {

  private static final String RESEND =
      "DO $$ BEGIN WHILE outbox_resend(keep_rows => true) > 0 LOOP COMMIT; END LOOP; END $$";

  private static final String NO_VALID_SLOT = "Cannot obtain valid replication slot 'outbox'";

  /** The last position that is known to be delivered is shown although the WAL is gone. */
  private static final String GAP = "SELECT confirmed_flush_lsn <= '%s' FROM pg_replication_slots";

  @RegisterExtension
  static final CdcRoad ROAD = new CdcRoad(EmbeddedStackBuilder::workersBehindProxies);

  @BeforeAll
  static void prepare() throws SQLException {
    Scenario.prepare(ROAD);
  }

  @BeforeEach
  void startAnew() throws SQLException {
    ROAD.removeRelay();
    runAdminScripts();
    ROAD.create(ROAD.packagedConnector().with("heartbeat.interval.ms", "500"));
  }

  @Test
  void should_keep_the_rows_and_send_them_later_when_the_publication_loses_the_table()
      throws Exception {
    try (ByHand writers = ByHand.start(ROAD, "unpublished")) {
      writers.write(20);
      writers.awaitAll();
      ROAD.run("ALTER PUBLICATION outbox DROP TABLE outbox");
      writers.reconnect(); // a session remembers a good publication for a second
      writers.write(20);
      int arrived = writers.arrived();
      awaitThatTheSlotHasPassed(currentLsn());

      assertThat(ROAD.rest().status(CONNECTOR).running()).isTrue();
      assertThat(writers.arrived()).isEqualTo(arrived);

      runAdminScripts();
      ROAD.run(RESEND);
      writers.write(5);
      writers.verdict();
    }
  }

  @Test
  void should_fail_and_lose_nothing_when_the_slot_was_dropped() throws Exception {
    try (ByHand writers = ByHand.start(ROAD, "dropped")) {
      writers.write(20);
      writers.awaitAll();
      cutOff();
      ROAD.run("SELECT pg_drop_replication_slot('outbox')");
      writers.write(20);
      ROAD.stack().databaseProxy().restore();
      Wait.require(
          "the task to fail", CdcRoad.GENEROUS, () -> ROAD.rest().status(CONNECTOR).failed());

      assertThat(ROAD.rest().status(CONNECTOR).traces())
          .contains("no longer available on the server");
      assertThat(ROAD.texts("SELECT slot_name FROM pg_replication_slots")).isEmpty();

      recover();
      writers.write(5);
      writers.verdict();
    }
  }

  /**
   * What the slot had not delivered is in no table and no WAL, unless the row is a retained one.
   */
  @Test
  void should_name_the_gap_and_lose_nothing_else_when_the_slot_was_invalidated() throws Exception {
    try (ByHand writers = ByHand.start(ROAD, "invalidated")) {
      writers.write(20);
      writers.awaitAll();
      cutOff();
      int delivered = writers.committed().size();
      String gapBegins = currentLsn();
      writers.write(20);
      int inLostWal = writers.committed().size();
      loseSlotWhile(writers);
      int lost = writers.committed().size();
      writers.write(20);
      ROAD.stack().databaseProxy().restore();
      new WorkerLog(ROAD).await(NO_VALID_SLOT, 2);
      assertThat(ROAD.rest().status(CONNECTOR).running()).isTrue(); // for half an hour

      Set<UUID> gone = ids(writers.committed().subList(delivered, writers.committed().size()));
      gone.removeAll(idsInTable());
      assertThat(gone).isNotEmpty();
      assertThat(ids(writers.committed().subList(delivered, lost))).containsAll(gone);
      assertThat(gone).containsAll(transientIds(writers.committed().subList(delivered, inLostWal)));
      assertThat(ROAD.texts(GAP.formatted(gapBegins))).containsExactly("t");
      System.out.println("[failure] %d events are gone".formatted(gone.size()));

      writers.giveUp(gone);
      recover();
      writers.write(5);
      writers.verdict();
    }
  }

  /** Debezium's default would publish all tables. */
  @Test
  @Case("78")
  void should_need_no_superuser_when_the_publication_is_ours() throws Exception {
    assertThat(
            ROAD.texts(
                "SELECT concat(rolsuper, rolcreatedb, rolcreaterole) FROM pg_roles WHERE rolname = '%s'"
                    .formatted(CdcRoad.RELAY)))
        .containsExactly("fff");
    try (ByHand writers = ByHand.start(ROAD, "minimal")) {
      writers.write(5);
      writers.verdict();
    }
    ROAD.rest()
        .create(
            ROAD.packagedConnector()
                .named("greedy")
                .with("topic.prefix", "greedy")
                .with("slot.name", "greedy")
                .with("publication.name", "greedy")
                .without("publication.autocreate.mode"));

    Wait.require("the task to fail", CdcRoad.GENEROUS, () -> ROAD.rest().status("greedy").failed());
    assertThat(ROAD.rest().status("greedy").traces()).contains("permission denied for database");
    ROAD.rest().delete("greedy");
  }

  private static void loseSlotWhile(ByHand writers) throws SQLException {
    ROAD.stack().postgres().set("max_slot_wal_keep_size", "1MB");
    Wait.require(
        "the slot to be lost",
        CdcRoad.GENEROUS,
        () -> {
          writers.write(1);
          ROAD.run("SELECT pg_switch_wal()", "CHECKPOINT");
          return ROAD.texts("SELECT wal_status FROM pg_replication_slots").contains("lost");
        });
    ROAD.stack().postgres().set("max_slot_wal_keep_size", "-1");
  }

  private static Set<UUID> ids(List<Written> events) {
    return events.stream().map(Written::id).collect(Collectors.toCollection(HashSet::new));
  }

  /** Of the first writer. */
  private static Set<UUID> transientIds(List<Written> events) {
    return ids(events.stream().filter(event -> event.aggregate().id().startsWith("0-")).toList());
  }

  private static Set<UUID> idsInTable() throws SQLException {
    return ROAD.texts("SELECT id FROM outbox").stream()
        .map(UUID::fromString)
        .collect(Collectors.toSet());
  }

  /** So that the slot is free, while the connector believes in it. */
  private static void cutOff() {
    ROAD.stack().databaseProxy().cut();
    Wait.require(
        "the slot to be free",
        CdcRoad.GENEROUS,
        () -> ROAD.texts("SELECT 1 FROM pg_replication_slots WHERE active").isEmpty());
  }

  /** As in schema/README.md#when-the-slot-was-lost. */
  private static void recover() throws SQLException {
    ROAD.stopConnector();
    ROAD.run("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
    runAdminScripts();
    Wait.require(
        "the offsets to be deleted",
        CdcRoad.GENEROUS,
        () -> {
          ROAD.rest().deleteOffsets(CONNECTOR); // refused until the task has ended
          return true;
        });
    ROAD.rest().resume(CONNECTOR);
    ROAD.rest().awaitRunning(CONNECTOR);
    ROAD.run(RESEND);
  }

  private static void runAdminScripts() throws SQLException {
    try (Connection superuser = ROAD.superuser()) {
      SchemaScripts.ADMIN.apply(superuser);
    }
  }

  private static String currentLsn() throws SQLException {
    return ROAD.texts("SELECT pg_current_wal_lsn()").get(0);
  }

  private static void awaitThatTheSlotHasPassed(String lsn) {
    Wait.require(
        "the slot to pass",
        CdcRoad.GENEROUS,
        () ->
            ROAD.texts("SELECT confirmed_flush_lsn > '%s' FROM pg_replication_slots".formatted(lsn))
                .equals(List.of("t")));
  }
}
