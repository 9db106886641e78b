package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.it.cdc.TopicReader;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.Case;

/** Nothing is written to the outbox for a long time; only heartbeats pass. */
@Tag("ci")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class QuietOutboxIT {

  private static final int DROPS = 50;
  private static final long BUSY_BYTES = 20_000_000;
  private static final long NEAR_BYTES = 100_000;
  private static final String WALSENDER =
      "SELECT active_pid FROM pg_replication_slots WHERE slot_name = 'outbox' AND active";
  private static final String HELD_BACK =
      "SELECT (pg_current_wal_lsn() - confirmed_flush_lsn)::bigint FROM pg_replication_slots"
          + " WHERE slot_name = 'outbox'";

  private static final String IDLE_IN_TRANSACTION =
      "SELECT usename FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeAll
  static void prepare() throws SQLException {
    Scenario.prepare(ROAD);
  }

  @BeforeEach
  void startAnew() throws SQLException {
    ROAD.removeRelay();
    try (Connection superuser = ROAD.superuser()) {
      SchemaScripts.ADMIN.apply(superuser);
    }
  }

  @Test
  void should_deliver_the_next_event_when_the_connection_was_dropped_fifty_times()
      throws Exception {
    ROAD.create(impatient());

    for (int drop = 0; drop < DROPS; drop++) {
      dropConnection();
    }

    assertThat(ROAD.rest().status(CONNECTOR).running()).isTrue();
    assertArrives("Dropped");
  }

  @Test
  @Case("90")
  void should_move_the_slot_when_only_others_write() throws Exception {
    ROAD.create(impatient());
    assertArrives("Quiet");

    writeElsewhere();

    Wait.require("the slot to follow", CdcRoad.GENEROUS, () -> heldBack() < NEAR_BYTES);
  }

  /** The heartbeat alone sends the old position again and again. */
  @Test
  @Case("90")
  void should_hold_WAL_back_when_the_heartbeat_writes_nothing() throws Exception {
    ROAD.create(impatient().without("heartbeat.action.query"));
    assertArrives("Stuck");

    writeElsewhere();

    awaitHeartbeats(5);
    assertThat(heldBack()).isGreaterThan(BUSY_BYTES / 2);
  }

  /** The heartbeat helps against a quiet outbox, not against this. */
  @Test
  @Case("90")
  void should_confirm_and_hold_WAL_back_all_the_same_when_a_transaction_elsewhere_stays_open()
      throws Exception {
    ROAD.create(impatient());
    try (Connection elsewhere = ROAD.stack().postgres().connect();
        Statement statement = elsewhere.createStatement()) {
      elsewhere.setAutoCommit(false);
      statement.execute("CREATE TABLE forgotten AS SELECT 1");

      writeElsewhere();

      Wait.require("the slot to follow", CdcRoad.GENEROUS, () -> heldBack() < NEAR_BYTES);
      assertArrives("Beside");
      ROAD.run("CHECKPOINT"); // after which a slot may let WAL go
      awaitHeartbeats(5);
      assertThat(walKept()).isGreaterThan(BUSY_BYTES);
      elsewhere.rollback();
    }
    Wait.require(
        "the WAL to be let go",
        CdcRoad.GENEROUS,
        () -> {
          ROAD.run("CHECKPOINT");
          return walKept() < BUSY_BYTES / 2;
        });
  }

  @Test
  @Case("88")
  void should_leave_no_session_idle_in_transaction_when_events_were_relayed_and_applied()
      throws Exception {
    ROAD.create(impatient());
    Plan plan = Plan.of(Plan.seedOr(1), List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED));
    try (Scenario scenario = Scenario.start(ROAD, "idle", plan)) {
      scenario.awaitCommits(200);
      scenario.awaitArrival();
      scenario.finish();
    }
    awaitHeartbeats(5);
    assertThat(ROAD.texts(IDLE_IN_TRANSACTION)).isEmpty();

    try (Connection forgotten = ROAD.service();
        Statement statement = forgotten.createStatement()) {
      statement.execute("SELECT 1");
      assertThat(ROAD.texts(IDLE_IN_TRANSACTION)).containsExactly(CdcRoad.SERVICE);
    }
  }

  /** Heartbeats and retries a minute's worth in a second. */
  private static ConnectorFile impatient() {
    return ROAD.packagedConnector()
        .with("heartbeat.interval.ms", "200")
        .with("retriable.restart.connector.wait.ms", "100");
  }

  private static void dropConnection() throws SQLException {
    String pid = awaitWalsender("0");
    ROAD.run("SELECT pg_terminate_backend(%s)".formatted(pid));
    awaitWalsender(pid);
  }

  private static String awaitWalsender(String otherThan) {
    AtomicReference<String> pid = new AtomicReference<>(otherThan);
    Wait.require(
        "a new connection",
        CdcRoad.GENEROUS,
        () -> {
          ROAD.texts(WALSENDER).forEach(pid::set);
          return !pid.get().equals(otherThan);
        });
    return pid.get();
  }

  /** Another table and another database of the same server. */
  private static void writeElsewhere() throws SQLException {
    ROAD.run(
        "CREATE TABLE IF NOT EXISTS busy (n bigint, filler text)",
        "INSERT INTO busy SELECT n, repeat('x', 100) FROM generate_series(1, 100000) AS n");
    try (Connection other = ROAD.stack().postgres().connect();
        Statement statement = other.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS busy (n bigint, filler text)");
      statement.execute(
          "INSERT INTO busy SELECT n, repeat('x', 100) FROM generate_series(1, 100000) AS n");
    }
  }

  private static void assertArrives(String type) throws SQLException {
    OutboxEvent event = OutboxEvent.of(type, "one", "Happened", "{}");
    ROAD.write(List.of(event));
    try (TopicReader reader = ROAD.reader(type + ".events")) {
      assertThat(reader.await(1))
          .extracting(record -> UUID.fromString(TopicReader.header(record, "id")))
          .containsExactly(event.id());
    }
  }

  private static void awaitHeartbeats(int count) {
    try (TopicReader reader = ROAD.reader("__debezium-heartbeat.outbox")) {
      int before = reader.await(1).size();
      reader.await(before + count);
    }
  }

  private static long walKept() throws SQLException {
    return Long.parseLong(
        ROAD.texts(HELD_BACK.replace("confirmed_flush_lsn", "restart_lsn")).get(0));
  }

  private static long heldBack() throws SQLException {
    return Long.parseLong(ROAD.texts(HELD_BACK).get(0));
  }
}
