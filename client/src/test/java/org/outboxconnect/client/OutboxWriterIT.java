package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxWriterIT {

  @RegisterExtension static final TestDatabase database = TestDatabase.named("writer");

  private static final String DROP_SLOT = "SELECT pg_drop_replication_slot('outbox')";
  private static final String EVENT_TYPES = "SELECT event_type FROM outbox ORDER BY position";

  private final OutboxWriter writer = OutboxWriter.builder().build();

  @BeforeAll
  static void migrate() throws SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.OUTBOX.apply(connection);
      SchemaScripts.ADMIN.apply(connection);
    }
    database.execute("CREATE TABLE business (name text PRIMARY KEY)");
  }

  @AfterAll
  static void dropTheSlot() throws SQLException {
    database.execute(DROP_SLOT);
  }

  @BeforeEach
  void forget() throws SQLException {
    decoded();
    database.execute("TRUNCATE business, outbox");
  }

  @Test
  void should_leave_an_insert_for_the_relay_and_no_row_when_committed() throws SQLException {
    OutboxEvent event =
        anEvent()
            .payloadJson("{\"b\":2,\"aa\":1.10,\"text\":\"\\u00e9 😀 \\\" ' \\\\ {}\"}")
            .header("traceparent", "00-1")
            .header("quote", "a\"b\\c\n😀")
            .build();

    try (Connection connection = database.begin()) {
      writer.append(connection, event);
      connection.commit();
    }

    assertThat(decoded())
        .containsExactly(
            List.of(
                event.id().toString(),
                "order",
                "42",
                "OrderPlaced",
                "{\"b\": 2, \"aa\": 1.10, \"text\": \"é 😀 \\\" ' \\\\ {}\"}",
                "{\"quote\": \"a\\\"b\\\\c\\n😀\", \"traceparent\": \"00-1\"}"));
    assertThat(database.query(EVENT_TYPES)).isEmpty();
  }

  @Test
  void should_leave_nothing_when_rolled_back() throws SQLException {
    try (Connection connection = database.begin()) {
      writer.append(connection, anEvent().build());
      connection.rollback();
    }

    assertThat(decoded()).isEmpty();
    assertThat(database.query(EVENT_TYPES)).isEmpty();
  }

  @Test
  void should_forget_only_what_came_after_a_savepoint_when_rolled_back_to_it() throws SQLException {
    try (Connection connection = database.begin()) {
      writer.append(connection, anEvent().eventType("Kept").build());
      Savepoint savepoint = connection.setSavepoint();
      writer.append(connection, anEvent().eventType("Gone").build());
      connection.rollback(savepoint);
      writer.append(connection, anEvent().eventType("KeptToo").build());
      connection.commit();
    }

    assertThat(decodedEventTypes()).containsExactly("Kept", "KeptToo");
  }

  @Test
  void should_keep_the_order_of_lists_and_of_calls() throws SQLException {
    try (Connection connection = database.begin()) {
      writer.append(connection, anEvent().eventType("0").build());
      writer.appendAll(connection, numbered(1, 500));
      writer.append(connection, anEvent().eventType("500").build());
      connection.commit();
    }

    assertThat(decodedEventTypes())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(0, 500).mapToObj(Integer::toString).toList());
  }

  @Test
  void should_keep_the_rows_in_order_when_there_is_no_slot() throws SQLException {
    database.execute(DROP_SLOT);
    try (Connection connection = database.begin()) {
      writer.appendAll(connection, numbered(0, 3));
      connection.commit();
    } finally {
      recreateTheSlot();
    }

    assertThat(database.query(EVENT_TYPES)).containsExactly("0", "1", "2");
    assertThat(database.query("SELECT published_at FROM outbox")).containsOnlyNulls();
  }

  @ParameterizedTest
  @MethodSource("org.outboxconnect.client.OutboxWriterRefusalsTest#badEvents")
  @Case({"1", "3"})
  void should_leave_the_transaction_usable_when_an_event_is_refused(
      OutboxEvent.Builder bad, String problem) throws SQLException {
    List<OutboxEvent> batch = new ArrayList<>(numbered(0, 99));
    batch.add(bad.id(UUID.randomUUID()).build());

    try (Connection connection = database.begin()) {
      execute(connection, "INSERT INTO business VALUES ('before')");
      assertThatThrownBy(() -> writer.append(connection, batch.get(99)))
          .isInstanceOf(InvalidEventException.class);
      assertThatThrownBy(() -> writer.appendAll(connection, batch))
          .isInstanceOf(InvalidEventException.class)
          .hasMessageContainingAll("[index 99 of 100", problem);
      execute(connection, "INSERT INTO business VALUES ('after')");
      writer.append(connection, anEvent().eventType("Good").build());
      connection.commit();
    }

    assertThat(database.query("SELECT name FROM business")).containsExactly("before", "after");
    assertThat(decodedEventTypes()).containsExactly("Good");
  }

  @Test
  @Case("P9")
  void should_leave_connections_as_they_were_when_they_are_refused() throws SQLException {
    OutboxEvent event = anEvent().build();
    try (Connection connection = database.connect()) {
      assertRefused(connection, event, "auto-commit mode");
      execute(connection, "INSERT INTO business VALUES ('auto-commit')");

      connection.setReadOnly(true);
      connection.setAutoCommit(false);
      assertRefused(connection, event, "the connection is read-only");
      execute(connection, "SELECT FROM business");
      connection.commit();

      connection.setReadOnly(false);
      writer.append(connection, event);
      connection.commit();
    }
    Connection closed = database.begin();
    closed.close();
    assertRefused(closed, event, "the connection is closed");

    assertThat(decoded()).hasSize(1);
    assertThat(database.query("SELECT name FROM business")).containsExactly("auto-commit");
  }

  @Test
  @Case("P9")
  void should_explain_when_only_the_server_knows_that_the_transaction_is_read_only()
      throws SQLException {
    try (Connection connection = database.begin()) {
      execute(connection, "SET TRANSACTION READ ONLY");

      assertThatThrownBy(() -> writer.append(connection, anEvent().build()))
          .isInstanceOf(UnusableConnectionException.class)
          .hasMessageContainingAll(
              "the transaction is read-only", "25006", "roll it back", "read-write transaction")
          .hasCauseInstanceOf(SQLException.class);
    }
  }

  @Test
  void should_tell_of_an_aborted_transaction_when_an_error_was_swallowed() throws SQLException {
    try (Connection connection = database.begin()) {
      writer.append(connection, anEvent().build());
      assertThatThrownBy(() -> execute(connection, "SELECT 1/0")).isInstanceOf(SQLException.class);

      assertThatThrownBy(() -> writer.append(connection, anEvent().build()))
          .isInstanceOf(AbortedTransactionException.class)
          .hasMessageContainingAll(
              "Cannot append 1 event: an earlier statement of this transaction failed",
              "a commit would roll everything back",
              "[Hint: ");
      connection.rollback();
      writer.append(connection, anEvent().eventType("AfterRollback").build());
      connection.commit();
    }

    assertThat(decodedEventTypes()).containsExactly("AfterRollback");
  }

  @Test
  void should_tell_to_run_the_migrations_when_the_function_is_missing() throws SQLException {
    try (Connection connection = database.begin()) {
      assertThatThrownBy(
              () ->
                  OutboxWriter.builder()
                      .table("nowhere.outbox")
                      .build()
                      .append(connection, anEvent().build()))
          .isInstanceOf(MissingSchemaException.class)
          .hasMessageContaining("has no function \"nowhere\".\"outbox_write\"");
      connection.rollback();

      execute(connection, "SET LOCAL search_path = pg_catalog");
      assertThatThrownBy(() -> writer.append(connection, anEvent().build()))
          .isInstanceOf(MissingSchemaException.class)
          .hasMessageContainingAll(
              "has no function \"outbox_write\"",
              "42883",
              "The transaction is aborted; roll it back",
              "[Hint: run the migrations in schema/migrations/outbox");
    }
  }

  @Test
  void should_write_with_no_right_but_that_of_the_write_functions() throws SQLException {
    database.execute("CREATE ROLE service LOGIN PASSWORD 'service' IN ROLE outbox_writer");
    try (Connection connection = database.dataSource().getConnection("service", "service")) {
      connection.setAutoCommit(false);
      writer.append(connection, anEvent().build());
      connection.commit();
    }

    assertThat(decoded()).hasSize(1);
  }

  private void assertRefused(Connection connection, OutboxEvent event, String problem) {
    assertThatThrownBy(() -> writer.append(connection, event))
        .isInstanceOf(UnusableConnectionException.class)
        .hasMessageContaining(problem);
  }

  private static List<OutboxEvent> numbered(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> anEvent().eventType(Integer.toString(i)).build())
        .toList();
  }

  private static List<List<String>> decoded() throws SQLException {
    try (Connection connection = database.connect()) {
      return DecodedInserts.take(connection);
    }
  }

  private static List<String> decodedEventTypes() throws SQLException {
    return decoded().stream().map(columns -> columns.get(3)).toList();
  }

  private static void recreateTheSlot() throws SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.ADMIN.apply(connection);
    }
  }
}
