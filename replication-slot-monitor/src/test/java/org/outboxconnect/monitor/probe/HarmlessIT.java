package org.outboxconnect.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.net.TcpProxy;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** The monitor is never the outage, and gets over that of its server. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HarmlessIT {

  private static final LagSource NO_LAG = (confirmed, head, now) -> Optional.empty();
  private static final OutboxWatch OUTBOX =
      new OutboxWatch("public", "outbox", OutboxMode.POLLING, null, "outbox");
  private static final WorkFolder WORK = WorkFolder.create();
  private static PostgresServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = PostgresServer.builder().start(WORK);
    Sql.run(
        server,
        "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor",
        Sql.OUTBOX,
        "GRANT SELECT ON outbox TO monitor");
  }

  @AfterAll
  static void close() {
    server.close();
    WORK.close();
  }

  @Test
  void should_set_all_that_keeps_a_session_harmless() throws SQLException {
    try (Session session = Login.to(access(server.jdbcUrl()))) {
      Connection connection = session.connection();
      assertThat(Sql.ask(connection, "SHOW statement_timeout")).isEqualTo("5s");
      assertThat(Sql.ask(connection, "SHOW lock_timeout")).isEqualTo("500ms");
      assertThat(Sql.ask(connection, "SHOW idle_in_transaction_session_timeout")).isEqualTo("10s");
      assertThat(Sql.ask(connection, "SHOW application_name")).isEqualTo(Login.APPLICATION);
      assertThat(connection.getNetworkTimeout()).isEqualTo(10_000);
      assertThatThrownBy(() -> Sql.run(connection, "CREATE TABLE written ()"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
    }
  }

  @Test
  void should_leave_no_transaction_open_and_keep_to_one_connection_between_polls()
      throws SQLException {
    try (ServerPoller poller = poller(server.jdbcUrl(), ServerPoller.DEADLINE)) {
      Wait.require(
          "the sessions of other tests to end",
          Duration.ofSeconds(30),
          () -> ofOurs("count(*)").equals("0"));
      assertThat(poller.poll(NO_LAG).value()).isPresent();
      assertThat(poller.poll(NO_LAG).value()).isPresent();
      assertThat(ofOurs("string_agg(state || coalesce(backend_xmin::text, ''), ',')"))
          .isEqualTo("idle");
    }
  }

  @Test
  void should_read_all_else_when_somebody_locks_the_outbox() throws SQLException {
    try (ServerPoller poller = poller(server.jdbcUrl(), ServerPoller.DEADLINE);
        Connection locker = server.connect()) {
      locker.setAutoCommit(false);
      Sql.run(locker, "LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE");

      ServerSample sample = poller.poll(NO_LAG).value().orElseThrow();

      OutboxSample outbox = sample.outboxes().get(0);
      assertThat(outbox.waiting().whyUnknown()).contains(Reason.TIMED_OUT);
      assertThat(outbox.statistics().value()).isPresent();
      assertThat(outbox.publication().value()).isPresent();
      locker.rollback();
      assertThat(poller.poll(NO_LAG).value().orElseThrow().outboxes().get(0).waiting().value())
          .isPresent();
    }
  }

  @Test
  void should_connect_anew_when_its_session_was_ended() throws SQLException {
    try (ServerPoller poller = poller(server.jdbcUrl(), ServerPoller.DEADLINE)) {
      assertThat(poller.poll(NO_LAG).value()).isPresent();
      assertThat(ofOurs("bool_and(pg_terminate_backend(pid, 10000))")).isEqualTo("t");
      Reading<ServerSample> failed = poller.poll(NO_LAG);
      assertThat(failed.whyUnknown()).contains(Reason.FAILED);
      assertThat(poller.poll(NO_LAG).value()).isPresent();
    }
  }

  @Test
  void should_give_up_at_the_deadline_and_recover_when_the_network_stalls() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
        ServerPoller poller =
            poller(
                "jdbc:postgresql://%s:%d/postgres".formatted(proxy.host(), proxy.port()),
                Duration.ofSeconds(1))) {
      assertThat(poller.poll(NO_LAG).value()).isPresent();
      proxy.stall();
      assertThat(poller.poll(NO_LAG).whyUnknown()).contains(Reason.TIMED_OUT);
      proxy.restore();
      assertThat(poller.poll(NO_LAG).value()).isPresent();
    }
  }

  @Test
  void should_take_the_new_password_without_a_restart() throws SQLException {
    AtomicReference<String> password = new AtomicReference<>("wrong");
    ServerAccess access = new ServerAccess(server.jdbcUrl(), "monitor", password::get);
    try (ServerPoller poller = new ServerPoller(access, List.of(), InstantSource.system())) {
      Reading<ServerSample> refused = poller.poll(NO_LAG);
      assertThat(refused).isInstanceOf(Reading.Unknown.class);
      assertThat(refused.toString()).contains("28P01").doesNotContain("wrong");
      password.set("monitor");
      assertThat(poller.poll(NO_LAG).value()).isPresent();
    }
  }

  @Test
  void should_say_so_when_the_password_cannot_be_read() {
    ServerAccess access =
        new ServerAccess(
            server.jdbcUrl(),
            "monitor",
            () -> {
              throw new IllegalStateException("no such file");
            });
    try (ServerPoller poller = new ServerPoller(access, List.of(), InstantSource.system())) {
      assertThat(poller.poll(NO_LAG).toString()).contains("FAILED", "no such file");
    }
  }

  @Test
  void should_say_so_when_nobody_listens_or_the_name_is_unknown() {
    for (String host : List.of("127.0.0.1:1", "no-such-host.invalid:5432")) {
      try (ServerPoller poller =
          poller("jdbc:postgresql://%s/postgres".formatted(host), ServerPoller.DEADLINE)) {
        assertThat(poller.poll(NO_LAG).toString()).contains("FAILED", "08001");
      }
    }
  }

  @Test
  void should_refuse_a_url_that_takes_a_safeguard_away() {
    for (String setting : List.of("socketTimeout=0", "options=-c%20lock_timeout=0", "password=x")) {
      assertThatThrownBy(() -> access(server.jdbcUrl() + "?sslmode=disable&" + setting))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(setting.substring(0, setting.indexOf('=')));
    }
  }

  private static String ofOurs(String expression) throws SQLException {
    return Sql.ask(
        server,
        "SELECT %s FROM pg_stat_activity WHERE application_name = '%s'"
            .formatted(expression, Login.APPLICATION));
  }

  private static ServerPoller poller(String url, Duration deadline) {
    return new ServerPoller(
        access(url), List.of(OUTBOX), InstantSource.system(), Duration.ZERO, deadline);
  }

  private static ServerAccess access(String url) {
    return new ServerAccess(url, "monitor", () -> "monitor");
  }
}
