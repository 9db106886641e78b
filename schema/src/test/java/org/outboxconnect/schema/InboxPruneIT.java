package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class InboxPruneIT {

  private static final String LEFT = "SELECT consumer FROM inbox ORDER BY received_at DESC";

  private static TestDatabase database;

  InboxPruneIT(int major) {} // JUnit wants to hand the version over, which create uses

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.empty(major);
    SchemaScripts.INBOX.apply(database.admin());
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.run("TRUNCATE inbox");
  }

  @Test
  void should_delete_the_oldest_first_and_no_more_than_a_batch() throws Exception {
    for (int day = 1; day <= 5; day++) {
      receive("day " + day, day + " days");
    }

    assertThat(database.texts("SELECT inbox_prune('36 hours', 3)")).containsExactly("3");
    assertThat(database.texts(LEFT)).containsExactly("day 1", "day 2");
    assertThat(database.texts("SELECT inbox_prune('36 hours', 3)")).containsExactly("1");
    assertThat(database.texts("SELECT inbox_prune('36 hours')")).containsExactly("0");
    assertThat(database.texts(LEFT)).containsExactly("day 1");
  }

  @Test
  void should_neither_wait_for_another_run_nor_hold_up_a_consumer() throws Exception {
    receive("2", "2 days");
    receive("3", "3 days");
    try (Connection first = database.connect();
        Connection second = database.connect()) {
      first.setAutoCommit(false);
      Sql.run(second, "SET lock_timeout = '100ms'");
      assertThat(Sql.texts(first, "SELECT inbox_prune('1 day', 1)")).containsExactly("1");

      assertThat(Sql.texts(second, "SELECT inbox_prune('1 day', 1)")).containsExactly("1");
      Sql.run(second, "INSERT INTO inbox (consumer, message_id) VALUES ('now', gen_random_uuid())");
      first.commit();
    }
    assertThat(database.texts(LEFT)).containsExactly("now");
  }

  @Test
  void should_fail_no_consumer_when_all_are_serializable() throws Exception {
    for (int pair = 0; pair < 20; pair++) {
      receive("old", "2 days");
      try (Connection consumer = serializable();
          Connection pruner = serializable()) {
        Sql.run(consumer, "SELECT 1 FROM pg_class LIMIT 1");
        Sql.run(pruner, "SELECT 1 FROM pg_class LIMIT 1");
        String insert =
            "INSERT INTO inbox (consumer, message_id) VALUES ('now', gen_random_uuid())"
                + " ON CONFLICT DO NOTHING";
        Sql.run(consumer, insert);
        assertThat(Sql.texts(pruner, "SELECT inbox_prune('1 day')")).containsExactly("1");
        Sql.run(consumer, insert);
        pruner.commit();
        consumer.commit();
      }
    }
    assertThat(database.texts(LEFT)).hasSize(40);
  }

  @Test
  void should_read_no_more_than_it_deletes_when_the_table_is_full() throws Exception {
    database.run(
        "INSERT INTO inbox SELECT 'shipping', gen_random_uuid(), now() - n * interval '1 minute'"
            + " FROM generate_series(1, 5000) AS n");
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);

      assertThat(Sql.texts(connection, "SELECT inbox_prune('4000 minutes 30 seconds')"))
          .containsExactly("1000");
      assertThat(
              Sql.texts(
                  connection,
                  "SELECT seq_scan, idx_tup_fetch FROM pg_stat_xact_user_tables"
                      + " WHERE relname = 'inbox'"))
          .containsExactly("0|1000");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "inbox_prune(NULL)       | expected a time to keep handled messages, found NULL.",
        "inbox_prune('-1 day')   | expected a time to keep handled messages, found -1 days.",
        "inbox_prune('1 day', 0) | expected a batch of at least 1 row, found 0.",
        "inbox_prune('1 day', NULL) | expected a batch of at least 1 row, found NULL.",
        "inbox_prune()           | function inbox_prune() does not exist",
      })
  void should_refuse_the_call_when_an_argument_makes_no_sense(String call, String message)
      throws SQLException {
    receive("old", "2 years");

    assertThatThrownBy(() -> database.run("SELECT " + call)).hasMessageContaining(message);
    assertThat(database.texts(LEFT)).containsExactly("old");
  }

  @Test
  void should_be_for_nobody_but_the_owner_until_it_is_granted() throws Exception {
    database.run(
        "DROP ROLE IF EXISTS stranger",
        "CREATE ROLE stranger LOGIN",
        "GRANT SELECT, UPDATE, DELETE ON inbox TO stranger");
    try (Connection stranger = database.connectAs("stranger")) {
      assertThatThrownBy(() -> Sql.run(stranger, "SELECT inbox_prune('1 day')"))
          .hasMessageContaining("permission denied for function");
      database.run("GRANT EXECUTE ON FUNCTION inbox_prune TO stranger");
      Sql.run(stranger, "SELECT inbox_prune('1 day')");
    }
    database.run("DROP OWNED BY stranger");
  }

  private static Connection serializable() throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    return connection;
  }

  private static void receive(String consumer, String ago) throws SQLException {
    database.run(
        "INSERT INTO inbox VALUES ('%s', gen_random_uuid(), now() - interval '%s')"
            .formatted(consumer, ago));
  }
}
