package org.outboxconnect.monitor.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.config.CanaryConfig;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.probe.ServerPoller;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.status.CanaryStatus;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** A real server, the rights of a role that has none, and the poller's read-only session. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SlotCanaryIT {

  private static final Duration GENEROUS = Duration.ofSeconds(60);
  private static final WorkFolder WORK = WorkFolder.create();
  private static PostgresServer server;

  @BeforeAll
  static void start() throws Exception {
    server = PostgresServer.builder().start(WORK);
    Sql.run(
        server,
        "CREATE ROLE monitor LOGIN PASSWORD 'monitor'",
        Sql.OUTBOX,
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
  }

  @AfterAll
  static void close() {
    server.close();
    WORK.close();
  }

  @Test
  void should_wait_while_the_consumer_confirms_nothing_and_measure_when_it_does() throws Exception {
    try (ServerPoller poller = poller();
        Consumer consumer = Consumer.of(server, Manner.TAKES)) {
      SlotCanary canary = canary(poller);
      CanaryStatus written = look(canary, poller);
      assertThat(written.written()).isNotNull();
      assertThat(written.problem()).isNull();
      assertThat(sessions()).isEqualTo("1");

      CanaryStatus waiting = look(canary, poller);
      assertThat(waiting.confirmedAfter()).isNull();
      assertThat(waiting.waiting()).isPositive();

      consumer.set(Manner.CONFIRMS);
      Wait.require(
          "the confirmation", GENEROUS, () -> look(canary, poller).confirmedAfter() != null);
      assertThat(canary.statuses().get(0).waiting()).isZero();
      assertThat(sessions()).as("the message came on the poller's connection").isEqualTo("1");
      consumer.leave(server);
    }
  }

  @Test
  void should_say_so_when_there_is_no_connection() {
    try (ServerPoller poller = poller()) {
      assertThat(poller.emit("canary", "text").toString()).contains("FAILED", "08003");
    }
  }

  @Test
  void should_leave_no_transaction_open() throws Exception {
    try (ServerPoller poller = poller()) {
      look(canary(poller), poller);
      assertThat(
              Sql.ask(
                  server,
                  "SELECT state || coalesce(backend_xid::text, '') FROM pg_stat_activity"
                      + " WHERE usename = 'monitor'"))
          .isEqualTo("idle");
    }
  }

  private static String sessions() throws Exception {
    return Sql.ask(server, "SELECT count(*) FROM pg_stat_activity WHERE usename = 'monitor'");
  }

  private static SlotCanary canary(ServerPoller poller) {
    CanaryConfig config =
        new CanaryConfig(Duration.ofDays(1), Set.of("outbox"), "outbox-canary", null);
    return SlotCanary.of("orders", config, poller::emit, InstantSource.system());
  }

  private static CanaryStatus look(SlotCanary canary, ServerPoller poller) {
    ServerSample sample = poller.poll(new ServerHistory()).value().orElseThrow();
    canary.after(sample);
    return canary.statuses().get(0);
  }

  private static ServerPoller poller() {
    return new ServerPoller(
        new ServerAccess(server.jdbcUrl(), "monitor", () -> "monitor"),
        List.of(),
        InstantSource.system());
  }
}
