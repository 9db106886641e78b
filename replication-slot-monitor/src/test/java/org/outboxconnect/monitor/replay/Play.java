package org.outboxconnect.monitor.replay;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/**
 * Plays scenes on a real server and its consumer, with a look every 15 seconds of the script's
 * time, and writes down what is seen. Before each look the server logs its running transactions, as
 * it does by itself every 15 seconds.
 */
final class Play implements AutoCloseable {

  static final String SLOT = "outbox";
  private static final Duration GENEROUS = Duration.ofSeconds(30);
  private static final List<String> NOBODY_LOOKS_AT =
      List.of("replyAge", "totalBytes", "files", "application");

  private final Recording.Writer out;
  PostgresServer server;
  Stage stage;
  Consumer consumer;
  private Stretched stretched = new Stretched(1, 1);

  /** What happens before a look. */
  interface Act {
    void happen() throws Exception;
  }

  Play(PostgresServer server, Recording.Writer out) throws SQLException {
    this.server = server;
    this.out = out;
    this.stage = new Stage(server, StagePlan.USUAL);
    Sql.run(server, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
    connect();
  }

  void connect() throws SQLException {
    connect(Manner.CONFIRMS);
  }

  void connect(Manner manner) throws SQLException {
    consumer = Consumer.of(server, manner);
    stage.follow(consumer);
  }

  /** Begins a scene. */
  void scene(String name) {
    out.scene(name, false);
  }

  /** Begins a scene at which the monitor has just been started. */
  void sceneAnew(String name) {
    Stage next = new Stage(server, StagePlan.USUAL);
    next.followAsDoes(stage);
    stage.close();
    stage = next;
    stretched = new Stretched(1, 1);
    out.scene(name, true);
  }

  /** From now on these multiples are written down: what a test server can't reach. */
  void stretch(long positions, long transactions) {
    stretched = new Stretched(positions, transactions);
  }

  void looks(int count, Act beforeEach) throws Exception {
    for (int look = 0; look < count; look++) {
      beforeEach.happen();
      look();
    }
  }

  void looks(int count) throws Exception {
    looks(count, () -> {});
  }

  private void look() throws SQLException {
    Sql.run(server, "SELECT pg_log_standby_snapshot()");
    ServerSample sample = stage.sampleAfter(Scene.STEP);
    ServerSample outboxOnly = sample.withSlots(sample.slot(SLOT).stream().toList());
    Map<String, String> flat = new TreeMap<>(FlatRecord.of(outboxOnly));
    flat.keySet().removeIf(key -> NOBODY_LOOKS_AT.stream().anyMatch(key::endsWith));
    out.add(stretched.apply(flat));
  }

  /** Waits until a consumer that confirms has nothing left, so that the next look sees it. */
  void awaitConfirmed() {
    require(
        "SELECT pg_current_wal_lsn() - confirmed_flush_lsn < 1000 FROM pg_replication_slots"
            + " WHERE slot_name = 'outbox'");
  }

  void awaitDecoded() {
    require(
        "SELECT bool_and(pg_current_wal_lsn() - sent_lsn < 1000000) FROM pg_stat_replication AS r"
            + " JOIN pg_replication_slots ON active_pid = r.pid WHERE slot_name = 'outbox'");
  }

  /** The last word of a consumer that has just frozen may still be on its way. */
  void freeze() throws SQLException {
    consumer.set(Manner.FROZEN);
    othersWrite(1);
    awaitStill(
        "SELECT reply_time FROM pg_stat_replication AS r"
            + " JOIN pg_replication_slots ON active_pid = r.pid WHERE slot_name = 'outbox'");
  }

  private void awaitStill(String query) {
    String[] last = {""};
    Wait.require(
        query,
        GENEROUS,
        () -> {
          String before = last[0];
          last[0] = Sql.ask(server, query);
          return last[0].equals(before);
        });
  }

  void require(String query) {
    Wait.require(query, GENEROUS, () -> Sql.ask(server, query).equals("t"));
  }

  void othersWrite(int megabytes) throws SQLException {
    Sql.fill(server, megabytes);
  }

  void event() throws SQLException {
    String counted = "SELECT pg_stat_get_tuples_inserted('outbox'::regclass)";
    String before = Sql.ask(server, counted);
    Sql.run(server, "INSERT INTO outbox DEFAULT VALUES", "DELETE FROM outbox");
    Wait.require("the row to be counted", GENEROUS, () -> !Sql.ask(server, counted).equals(before));
  }

  /** Adds to an open transaction until decoding has written more of it to disk. */
  void spill(Connection writer) throws SQLException {
    String spilled = "SELECT spill_bytes FROM pg_stat_replication_slots WHERE slot_name = 'outbox'";
    String before = Sql.ask(server, spilled);
    Sql.run(writer, "INSERT INTO batch SELECT generate_series(1, 3000)");
    Wait.require("decoding to spill", GENEROUS, () -> !Sql.ask(server, spilled).equals(before));
  }

  @Override
  public void close() throws SQLException {
    consumer.close();
    stage.close();
  }
}
