package org.outboxconnect.monitor.staged;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.postgres.PostgresServerBuilder;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** A server on which faults are made, and the core looking at it with the rights of pg_monitor. */
@TestInstance(Lifecycle.PER_CLASS)
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class StagedServer {

  static final String SLOT = "outbox";
  private static final Duration GENEROUS = Duration.ofSeconds(60);

  @Parameter int major;
  private WorkFolder work;
  private Connection own;
  PostgresServer server;
  Stage stage;

  /** What a class needs beside the usual settings. */
  PostgresServerBuilder settings(PostgresServerBuilder usual) {
    return usual;
  }

  @BeforeParameterizedClassInvocation
  void start() throws SQLException {
    work = WorkFolder.create();
    server =
        settings(
                PostgresServer.builder()
                    .major(major)
                    .setting("max_wal_size", "64MB")
                    .setting("max_prepared_transactions", "2"))
            .start(work);
    Sql.run(
        server,
        "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor",
        "CREATE ROLE plain LOGIN PASSWORD 'plain'",
        Sql.OUTBOX);
    Sql.run(server, "CREATE DATABASE neighbour");
  }

  @BeforeEach
  void slot() throws SQLException {
    createSlot();
    stage = stage(StagePlan.USUAL);
  }

  final Stage stage(StagePlan plan) {
    return new Stage(server, plan);
  }

  final void createSlot() throws SQLException {
    Sql.run(server, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
  }

  /** A consumer that the stage waits for before each look, while it is to be heard. */
  final Consumer consume(Consumer.Manner manner) throws SQLException {
    Consumer consumer = Consumer.of(server, manner);
    stage.follow(consumer);
    return consumer;
  }

  /** A connection of the superuser that is kept, which saves most of the time of a statement. */
  final Connection own() throws SQLException {
    if (own == null || !own.isValid(1)) {
      own = server.connect();
    }
    return own;
  }

  /** A mebibyte of WAL that concerns no outbox. */
  final void othersWrite() throws SQLException {
    othersWrite(1);
  }

  /** More than a segment of it. */
  final void othersWriteMuch() throws SQLException {
    othersWrite(18);
  }

  final void othersWrite(int megabytes) throws SQLException {
    Sql.fill(own(), megabytes);
  }

  /** Inserts an event and takes it away, as the transient mode does. */
  final void insertEvent() throws SQLException {
    String counted = "SELECT pg_stat_get_tuples_inserted('outbox'::regclass)";
    String before = Sql.ask(server, counted);
    Sql.run(server, "INSERT INTO outbox DEFAULT VALUES", "DELETE FROM outbox");
    // The test's time is faster than the server's statistics.
    Wait.require("the row to be counted", GENEROUS, () -> !Sql.ask(server, counted).equals(before));
  }

  /** Waits until a logical consumer has been sent all but what fits into a segment. */
  final void awaitDecoded() {
    Wait.require(
        "all to be decoded",
        GENEROUS,
        () ->
            Sql.ask(
                    own(),
                    "SELECT pg_current_wal_lsn() - sent_lsn < 1000000 FROM pg_stat_replication")
                .equals("t"));
  }

  /** Waits until the consumer has confirmed all but a residue. */
  final void awaitConfirmed() {
    Wait.require(
        "all to be confirmed",
        GENEROUS,
        () ->
            Sql.ask(
                    own(),
                    "SELECT pg_current_wal_lsn() - confirmed_flush_lsn < 1000 FROM"
                        + " pg_replication_slots")
                .equals("t"));
  }

  @AfterEach
  void drop() throws SQLException {
    stage.close();
    Wait.require(
        "consumers to be gone",
        GENEROUS,
        () -> Sql.ask(server, "SELECT count(*) FROM pg_stat_replication").equals("0"));
    Sql.run(server, "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
    server.set("max_slot_wal_keep_size", "-1");
  }

  @AfterParameterizedClassInvocation
  void close() throws SQLException {
    own().close();
    server.close();
    work.close();
  }
}
