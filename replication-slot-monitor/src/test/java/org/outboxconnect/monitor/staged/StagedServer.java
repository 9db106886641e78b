package org.outboxconnect.monitor.staged;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** A server on which faults are made, and the core looking at it with the rights of pg_monitor. */
@TestInstance(Lifecycle.PER_CLASS)
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class StagedServer {

  static final String SLOT = "outbox";
  static final long SEGMENT = 16L << 20;

  private final int major;
  private final WorkFolder work = WorkFolder.create();
  PostgresServer server;
  Stage stage;

  StagedServer(int major) {
    this.major = major;
  }

  @BeforeAll
  void start() throws SQLException {
    server =
        PostgresServer.builder()
            .major(major)
            .setting("max_wal_size", "64MB")
            .setting("max_prepared_transactions", "2")
            .start(work);
    Sql.run(server, "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor", Sql.OUTBOX);
    Sql.run(server, "CREATE DATABASE neighbour");
  }

  @BeforeEach
  void slot() throws SQLException {
    createSlot();
    stage = stage(Thresholds.DEFAULTS);
  }

  final Stage stage(Thresholds thresholds) {
    return new Stage(server, Set.of(SLOT), thresholds);
  }

  final void createSlot() throws SQLException {
    Sql.run(server, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
  }

  @AfterEach
  void drop() throws SQLException {
    stage.close();
    Wait.require(
        "consumers to be gone",
        Duration.ofSeconds(60),
        () -> Sql.ask(server, "SELECT count(*) FROM pg_stat_replication").equals("0"));
    Sql.run(server, "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
    server.set("max_slot_wal_keep_size", "-1");
  }

  @AfterAll
  void close() {
    server.close();
    work.close();
  }
}
