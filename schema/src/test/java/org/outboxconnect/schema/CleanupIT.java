package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** What {@code outbox_cleanup} deletes, and what it costs everybody else. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class CleanupIT {

  private static final String LEFT = "SELECT aggregate_id FROM outbox ORDER BY position";

  private static TestDatabase database;

  CleanupIT(int major) {} // JUnit wants to hand the version over, which create uses

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.emptyTableAndSlot();
  }

  @Test
  void should_delete_what_was_published_before_the_time_to_keep() throws Exception {
    insertPublished("old", "8 days");
    insertPublished("young", "6 days");

    assertThat(database.texts("SELECT outbox_cleanup('7 days')")).containsExactly("1");
    assertThat(database.texts(LEFT)).containsExactly("young");
  }

  @Test
  void should_never_delete_an_unpublished_row_when_it_is_old() throws Exception {
    database.run(insert("unpublished", "now() - interval '1 year'", "NULL"));
    insertPublished("published", "1 second");

    assertThat(database.texts("SELECT outbox_cleanup('0')")).containsExactly("1");
    assertThat(database.texts(LEFT)).containsExactly("unpublished");
  }

  @Test
  void should_delete_the_oldest_first_when_the_batch_is_smaller() throws Exception {
    insertPublished("3", "3 days");
    insertPublished("5", "5 days");
    insertPublished("4", "4 days");

    assertThat(database.texts("SELECT outbox_cleanup('1 day', 2)")).containsExactly("2");
    assertThat(database.texts(LEFT)).containsExactly("3");
    assertThat(database.texts("SELECT outbox_cleanup('1 day', 2)")).containsExactly("1");
    assertThat(database.texts("SELECT outbox_cleanup('1 day', 2)")).containsExactly("0");
  }

  /** Neither a created_at of the application nor its time zone moves the cut. */
  @Test
  @Case("21")
  void should_cut_by_the_clock_of_the_database_when_the_application_has_another_one()
      throws Exception {
    String published = "now() - interval '1 hour'";
    database.run(insert("fast", "now() + interval '90 seconds'", published));
    database.run(insert("slow", "now() - interval '90 days'", published));
    for (String zone : List.of("Asia/Kolkata", "America/New_York")) {
      try (Connection connection = database.connect()) {
        Sql.run(connection, "SET timezone = '%s'".formatted(zone));

        assertThat(Sql.texts(connection, "SELECT outbox_cleanup('61 minutes')"))
            .containsExactly("0");
      }
    }

    assertThat(database.texts("SELECT outbox_cleanup('59 minutes')")).containsExactly("2");
  }

  @Test
  void should_delete_in_another_outbox_when_its_name_needs_quotes() throws Exception {
    database.run(
        "CREATE SCHEMA \"Odd \"\"schema\"",
        "SELECT outbox_create('Odd \"schema', 'Odd \"table')",
        "INSERT INTO \"Odd \"\"schema\".\"Odd \"\"table\" (id, aggregate_type, aggregate_id,"
            + " event_type, payload, created_at, published_at) VALUES (gen_random_uuid(), 'Order',"
            + " '42', 'OrderPlaced', '{}', now() - interval '3 days', now() - interval '2 days')");
    insertPublished("elsewhere", "2 days");

    assertThat(
            database.texts(
                "SELECT outbox_cleanup('1 day', outbox => '\"Odd \"\"schema\".\"Odd \"\"table\"')"))
        .containsExactly("1");
    assertThat(database.texts(LEFT)).containsExactly("elsewhere");
  }

  @Test
  void should_not_wait_for_a_run_that_is_under_way() throws Exception {
    for (int day = 9; day >= 2; day--) {
      insertPublished(Integer.toString(day), day + " days");
    }
    try (Connection first = database.connect();
        Connection second = database.connect()) {
      first.setAutoCommit(false);
      Sql.run(second, "SET lock_timeout = '100ms'");
      assertThat(Sql.texts(first, "SELECT outbox_cleanup('1 day', 3)")).containsExactly("3");

      assertThat(Sql.texts(second, "SELECT outbox_cleanup('1 day', 3)")).containsExactly("3");
      // The control: a plain DELETE waits.
      assertThatThrownBy(
              () ->
                  Sql.run(
                      second, "DELETE FROM outbox WHERE published_at < now() - '1 day'::interval"))
          .hasMessageContaining("lock timeout");
      first.commit();
    }
    assertThat(database.texts(LEFT)).containsExactly("3", "2");
  }

  @Test
  void should_read_no_more_than_it_deletes_when_the_table_is_full() throws Exception {
    database.run(
        "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload, created_at,"
            + " published_at) SELECT outbox_uuidv7(), 'Order', n::text, 'OrderPlaced', '{}',"
            + " now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '1 s'"
            + " FROM generate_series(1, 20000) AS n");
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);

      for (String deleted : List.of("10000", "2800", "0")) {
        assertThat(Sql.texts(connection, "SELECT outbox_cleanup('5 days 30 seconds')"))
            .containsExactly(deleted);
      }
      assertThat(
              Sql.texts(
                  connection,
                  "SELECT seq_scan FROM pg_stat_xact_user_tables WHERE relname = 'outbox'"))
          .containsExactly("0");
    }
  }

  /** A transient row is born with published_at, and the index must not know it. */
  @Test
  void should_cost_a_transient_write_nothing() throws Exception {
    database.run("CREATE INDEX control ON outbox (published_at) WHERE published_at IS NOT NULL");
    for (int call = 0; call < 3; call++) {
      Event[] events = new Event[500];
      Arrays.fill(events, anEvent());
      Event.write(database.admin(), events);
    }

    assertThat(database.texts("SELECT pg_relation_size('outbox_published')"))
        .containsExactly("8192"); // the meta page
    assertThat(database.texts("SELECT pg_relation_size('control') > 8192")).containsExactly("t");
    database.run("DROP INDEX control");
  }

  @Test
  void should_fail_no_writer_when_all_are_serializable() throws Exception {
    for (int pair = 0; pair < 40; pair++) {
      insertPublished("old", "2 days");
      try (Connection writer = serializable();
          Connection cleaner = serializable()) {
        Sql.run(writer, "SELECT 1 FROM pg_class LIMIT 1");
        Sql.run(cleaner, "SELECT 1 FROM pg_class LIMIT 1");
        Event.write(writer, anEvent());
        assertThat(Sql.texts(cleaner, "SELECT outbox_cleanup('1 day')")).containsExactly("1");
        Event.call(writer, "outbox_append", anEvent());
        cleaner.commit();
        writer.commit();
      }
    }
    assertThat(database.texts(LEFT)).hasSize(40);
  }

  private static Connection serializable() throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    return connection;
  }

  private static void insertPublished(String aggregateId, String ago) throws SQLException {
    String published = "now() - interval '%s'".formatted(ago);
    database.run(insert(aggregateId, published + " - interval '1 second'", published));
  }

  private static String insert(String aggregateId, String createdAt, String publishedAt) {
    return ("INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload, created_at,"
            + " published_at) VALUES (gen_random_uuid(), 'Order', '%s', 'OrderPlaced', '{}', %s, %s)")
        .formatted(aggregateId, createdAt, publishedAt);
  }
}
