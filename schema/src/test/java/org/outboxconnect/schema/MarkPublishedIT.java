package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows are marked when the slot has confirmed them, and never before. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class MarkPublishedIT {

  private static final String MARK = "SELECT outbox_mark_published()";
  private static final String PUBLISHED =
      "SELECT payload FROM outbox WHERE published_at IS NOT NULL ORDER BY position";
  private static final String UNPUBLISHED =
      "SELECT payload FROM outbox WHERE published_at IS NULL ORDER BY position";

  private static TestDatabase database;

  MarkPublishedIT(int major) {} // JUnit wants to hand the version over, which create uses

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
    database.run("TRUNCATE outbox_marks", "SELECT outbox_slot_made()");
  }

  @Test
  void should_mark_rows_when_the_relay_has_confirmed_them() throws Exception {
    append("1", "2");
    assertThat(database.texts(MARK)).containsExactly("0"); // noted
    assertThat(deliver()).containsExactly("1", "2");

    assertThat(database.texts(MARK)).containsExactly("2");
    assertThat(database.texts(PUBLISHED)).containsExactly("1", "2");
    assertThat(database.texts("SELECT 1 FROM outbox WHERE published_at <= created_at")).isEmpty();
  }

  @Test
  void should_mark_nothing_when_the_slot_stands_still() throws Exception {
    append("1");
    for (int call = 0; call < 3; call++) {
      assertThat(database.texts(MARK)).containsExactly("0");
    }

    assertThat(database.texts(UNPUBLISHED)).containsExactly("1");
    assertThat(deliver()).containsExactly("1"); // was not confirmed by anything else meanwhile
  }

  @Test
  void should_leave_what_was_written_after_the_note_to_the_next_one() throws Exception {
    append("1");
    database.run(MARK);
    append("2");
    assertThat(deliver()).containsExactly("1", "2");

    assertThat(database.texts(MARK)).containsExactly("1");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("2");
    deliver();
    assertThat(database.texts(MARK)).containsExactly("1");
  }

  /** A mark up to a position would take the row for published before any relay has seen it. */
  @Test
  void should_not_mark_a_row_that_commits_late_when_a_higher_position_is_confirmed()
      throws Exception {
    try (Connection late = database.connect()) {
      late.setAutoCommit(false);
      append(late, "1");
      append("2");
      database.run(MARK);
      assertThat(deliver()).containsExactly("2");
      late.commit();

      String naive =
          "SELECT payload FROM outbox WHERE published_at IS NULL AND position"
              + " <= (SELECT noted_positions[cardinality(noted_positions)] FROM outbox_marks)"
              + " ORDER BY position";
      assertThat(database.texts(naive)).containsExactly("1", "2");
      assertThat(database.texts(MARK)).containsExactly("1");
      assertThat(database.texts(UNPUBLISHED)).containsExactly("1");
    }

    assertThat(deliver()).containsExactly("1");
    assertThat(database.texts(MARK)).containsExactly("1");
  }

  @Test
  void should_mark_the_oldest_first_when_the_batch_is_smaller() throws Exception {
    append("1", "2", "3");
    database.run("SELECT outbox_mark_published(2)");
    deliver();

    assertThat(database.texts("SELECT outbox_mark_published(2)")).containsExactly("2");
    assertThat(database.texts(PUBLISHED)).containsExactly("1", "2");
  }

  @Test
  void should_mark_nothing_when_the_marks_are_rolled_back() throws Exception {
    append("1");
    database.run(MARK);
    deliver();
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThat(Sql.texts(connection, MARK)).containsExactly("1");
      connection.rollback();
    }

    assertThat(database.texts(MARK)).containsExactly("1");
  }

  @Test
  void should_leave_the_work_to_the_other_call_when_one_is_under_way() throws Exception {
    append("1");
    database.run(MARK);
    deliver();
    try (Connection first = database.connect();
        Connection second = database.connect()) {
      first.setAutoCommit(false);
      assertThat(Sql.texts(first, MARK)).containsExactly("1");
      Sql.run(second, "SET lock_timeout = '1ms'");

      assertThat(Sql.texts(second, MARK)).containsExactly("0");
      first.commit();
    }
    assertThat(database.texts(PUBLISHED)).containsExactly("1");
  }

  @Test
  void should_skip_a_row_that_somebody_else_holds() throws Exception {
    append("1", "2");
    database.run(MARK);
    deliver();
    try (Connection other = database.connect();
        Connection housekeeper = database.connect()) {
      other.setAutoCommit(false);
      Sql.run(other, "SELECT 1 FROM outbox WHERE payload = '1' FOR UPDATE");
      Sql.run(housekeeper, "SET lock_timeout = '1ms'");

      assertThat(Sql.texts(housekeeper, MARK)).containsExactly("1");
      other.commit();
    }
    assertThat(database.texts(UNPUBLISHED)).containsExactly("1");
    deliver();
    assertThat(database.texts(MARK)).containsExactly("1");
  }

  /** As after a failover to a server that has not got all of the WAL, or a restored one. */
  @Test
  void should_forget_the_note_when_its_position_lies_ahead_of_the_server() throws Exception {
    append("1");
    database.run(MARK);
    database.run("UPDATE outbox_marks SET noted_lsn = noted_lsn + 1000000000");
    deliver();

    assertThat(database.texts(MARK)).containsExactly("0");
    assertThat(database.texts("SELECT noted_lsn < pg_current_wal_lsn() FROM outbox_marks"))
        .containsExactly("t");
    deliver();
    assertThat(database.texts(MARK)).containsExactly("1");
  }

  @Test
  void should_fail_no_writer_when_all_are_serializable() throws Exception {
    for (int pair = 0; pair < 40; pair++) {
      append("1");
      database.run(MARK);
      deliver();
      try (Connection writer = serializable();
          Connection housekeeper = serializable()) {
        Sql.run(writer, "SELECT 1 FROM pg_class LIMIT 1");
        Sql.run(housekeeper, "SELECT 1 FROM pg_class LIMIT 1");
        Event.write(writer, anEvent());
        assertThat(Sql.texts(housekeeper, MARK)).containsExactly("1");
        append(writer, "2");
        housekeeper.commit();
        writer.commit();
      }
      empty();
    }
  }

  @Test
  void should_mark_in_another_outbox_when_its_name_needs_quotes() throws Exception {
    String odd = "\"Odd \"\"schema\".\"Odd \"\"table\"";
    database.run(
        "CREATE SCHEMA \"Odd \"\"schema\"",
        "SELECT outbox_create('Odd \"schema', 'Odd \"table')",
        "ALTER PUBLICATION outbox ADD TABLE " + odd);
    String mark = "SELECT outbox_mark_published(outbox => '%s')".formatted(odd);
    database.run(mark); // the first one sets the baseline
    Event.call(database.admin(), "\"Odd \"\"schema\".\"Odd \"\"table_append\"", anEvent());
    append("1");
    database.run(mark);
    deliver();

    assertThat(database.texts(mark)).containsExactly("1");
    assertThat(database.texts("SELECT published_at IS NULL FROM " + odd)).containsExactly("f");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("1");
    database.run("ALTER PUBLICATION outbox DROP TABLE " + odd);
  }

  @Test
  void should_mark_and_resend_in_a_partitioned_outbox() throws Exception {
    database.run(
        "SELECT outbox_create_partitioned('public', 'daily')",
        "ALTER PUBLICATION outbox ADD TABLE daily",
        "SELECT outbox_mark_published(outbox => 'daily')");
    anEvent().callOne(database.admin(), "daily_append");
    String mark = "SELECT outbox_mark_published(outbox => 'daily')";
    database.run(mark);
    deliver();
    assertThat(database.texts(mark)).containsExactly("1");

    anEvent().callOne(database.admin(), "daily_append");
    database.run("TRUNCATE outbox_marks");
    assertThat(database.texts("SELECT outbox_resend(true, outbox => 'daily')"))
        .containsExactly("1");
    assertThat(deliver()).hasSize(2);
    assertThat(database.texts("SELECT position, published_at IS NULL FROM daily ORDER BY 1"))
        .containsExactly("1|f", "3|t");
    database.run("ALTER PUBLICATION outbox DROP TABLE daily");
  }

  private static Connection serializable() throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    return connection;
  }

  private static void append(String... payloads) throws SQLException {
    append(database.admin(), payloads);
  }

  private static void append(Connection connection, String... payloads) throws SQLException {
    Event[] events = new Event[payloads.length];
    for (int i = 0; i < payloads.length; i++) {
      events[i] = anEvent().withPayload(payloads[i]);
    }
    Event.call(connection, "outbox_append", events);
  }

  /** Reads and confirms as a relay does. */
  private static List<String> deliver() throws SQLException {
    return DecodedInserts.next(database.admin()).stream().map(row -> row.get("payload")).toList();
  }
}
