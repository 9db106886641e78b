package org.outboxconnect.stack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class StandbyIT {

  private static final Duration GENEROUS = Duration.ofSeconds(60);
  private static final String CHANGES =
      """
      SELECT coalesce(string_agg(encode(data, 'escape'), '|'), '')
      FROM pg_logical_slot_%s_binary_changes(
        'orders', NULL, NULL, 'proto_version', '1', 'publication_names', 'orders')
      """;

  private final WorkFolder work = WorkFolder.create();

  @AfterEach
  void close() {
    work.close();
    assertThat(work.path()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17, 18})
  void should_follow_the_primary_and_take_writes_once_promoted_when_the_major_is(int major)
      throws SQLException {
    try (PostgresServer primary = PostgresServer.builder().major(major).start(work)) {
      execute(primary, "CREATE TABLE orders (id int)", "INSERT INTO orders VALUES (1)");
      PostgresServer standby = primary.startStandby();
      execute(primary, "INSERT INTO orders VALUES (2)");

      awaitReplayed(primary, standby);
      assertThat(ask(standby, "SELECT count(*) FROM orders")).isEqualTo("2");
      assertThatThrownBy(() -> execute(standby, "INSERT INTO orders VALUES (3)"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("read-only");

      primary.kill();
      standby.promote();
      execute(standby, "INSERT INTO orders VALUES (4)");

      standby.kill();
      standby.start();
      assertThat(ask(standby, "SELECT count(*) FROM orders")).isEqualTo("3");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 18})
  void should_keep_a_failover_slot_with_its_changes_when_the_primary_dies_and_the_major_is(
      int major) throws SQLException {
    try (PostgresServer primary = PostgresServer.builder().major(major).start(work)) {
      PostgresServer standby = primary.startStandby();
      createFailoverSlot(primary);
      awaitSynced(standby);
      execute(primary, "INSERT INTO orders VALUES ('before-the-kill')");
      awaitReplayed(primary, standby);

      primary.kill();
      standby.promote();
      execute(standby, "INSERT INTO orders VALUES ('after-the-promotion')");

      assertThat(ask(standby, CHANGES.formatted("get")))
          .containsSubsequence("before-the-kill", "after-the-promotion");
    }
  }

  @Test
  void should_hold_changes_back_until_the_standby_has_them_when_told_so() throws SQLException {
    try (PostgresServer primary = PostgresServer.builder().start(work)) {
      PostgresServer standby = primary.startStandby();
      createFailoverSlot(primary);
      primary.holdFailoverSlotsFor(standby);
      standby.kill();
      execute(primary, "INSERT INTO orders VALUES ('held')");

      try (Connection connection = primary.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("SET statement_timeout = '2s'");
        assertThatThrownBy(() -> statement.executeQuery(CHANGES.formatted("get")))
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("statement timeout");
      }

      standby.start();
      assertThat(ask(primary, CHANGES.formatted("get"))).contains("held");
    }
  }

  @Test
  void should_end_standbys_too_when_the_primary_is_closed() throws SQLException {
    PostgresServer primary = PostgresServer.builder().start(work);
    PostgresServer standby = primary.startStandby();
    ProcessHandle process = ProcessHandle.of(standby.pid()).orElseThrow();

    primary.close();

    assertThat(process).matches(ChildProcess::hasEnded);
    assertThat(standby.isAlive()).isFalse();
  }

  @Test
  void should_say_what_is_needed_when_a_major_has_no_failover_slots() throws SQLException {
    try (PostgresServer primary = PostgresServer.builder().major(14).start(work)) {
      assertThatThrownBy(() -> primary.holdFailoverSlotsFor(primary))
          .isInstanceOf(StackException.class)
          .hasMessageContainingAll("PostgreSQL 14", "expected major 17");
    }
  }

  @Test
  void should_refuse_a_standby_when_the_primary_does_not_run() throws SQLException {
    try (PostgresServer primary = PostgresServer.builder().start(work)) {
      primary.kill();

      assertThatThrownBy(primary::startStandby)
          .isInstanceOf(StackException.class)
          .hasMessageContaining("[postgres-1] doesn't run");
    }
  }

  private static void createFailoverSlot(PostgresServer primary) throws SQLException {
    execute(
        primary,
        "CREATE TABLE orders (id text)",
        "CREATE PUBLICATION orders FOR TABLE orders",
        "SELECT pg_create_logical_replication_slot('orders', 'pgoutput', false, false, true)");
  }

  private static void awaitSynced(PostgresServer standby) {
    await()
        .atMost(GENEROUS)
        .ignoreExceptions()
        .until(
            () -> ask(standby, "SELECT synced AND NOT temporary FROM pg_replication_slots"),
            "t"::equals);
  }

  private static void awaitReplayed(PostgresServer primary, PostgresServer standby)
      throws SQLException {
    String position = ask(primary, "SELECT pg_current_wal_lsn()");
    await()
        .atMost(GENEROUS)
        .until(
            () -> ask(standby, "SELECT pg_last_wal_replay_lsn() >= '%s'".formatted(position)),
            "t"::equals);
  }

  private static String ask(PostgresServer server, String query) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }

  private static void execute(PostgresServer server, String... lines) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String line : lines) {
        statement.execute(line);
      }
    }
  }
}
