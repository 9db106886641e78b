package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Transient rows that were kept come out of a new slot, as they were written. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class ResendIT {

  private static final String RESEND = "SELECT outbox_resend(keep_rows => false)";
  private static final String LEFT = "SELECT payload FROM outbox ORDER BY position";

  private final int major;
  private TestDatabase database;

  ResendIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutbox(major);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_deliver_in_order_with_the_same_ids_when_rows_are_older_than_the_slot()
      throws Exception {
    List<UUID> ids =
        Event.write(
            database.admin(),
            anEvent().withPayload("1").withHeaders("{\"traceparent\": \"a\"}"),
            anEvent().withPayload("2"));
    ids = List.of(ids.get(0), ids.get(1), Event.write(database.admin(), anEvent()).get(0));
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(database.texts(RESEND)).containsExactly("3");

    assertThat(database.texts(LEFT)).isEmpty();
    assertThat(DecodedInserts.next(database.admin()))
        .extracting(row -> row.get("id") + " " + row.get("headers") + " " + row.get("payload"))
        .containsExactly(
            ids.get(0) + " {\"traceparent\": \"a\"} 1",
            ids.get(1) + " {} 2",
            ids.get(2) + " {} {\"total\": 7}");
    assertThat(database.texts(RESEND)).containsExactly("0");
  }

  @Test
  void should_deliver_what_came_after_the_slot_was_dropped() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    write("1");
    assertThat(delivered()).containsExactly("1");
    database.dropSlot();
    write("2");
    SchemaScripts.ADMIN.apply(database.admin());

    database.run(RESEND);

    assertThat(delivered()).containsExactly("2");
    assertThat(database.texts(LEFT)).isEmpty();
  }

  @Test
  void should_deliver_events_that_outbox_emit_has_kept_as_rows() throws Exception {
    Object id = anEvent().callOne(database.admin(), "outbox_emit");
    assertThat(database.texts("SELECT id FROM outbox")).containsExactly(id.toString());
    SchemaScripts.ADMIN.apply(database.admin());

    database.run(RESEND);

    assertThat(DecodedInserts.next(database.admin()))
        .extracting(row -> row.get("id"))
        .containsExactly(id.toString());
  }

  /** The control: nothing keeps the WAL of two plain statements before the slot. */
  @Test
  void should_lose_the_event_when_it_is_inserted_and_deleted_without_looking_at_the_slot()
      throws Exception {
    write("1");
    database.run(
        "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)"
            + " SELECT gen_random_uuid(), aggregate_type, aggregate_id, event_type, payload"
            + " FROM outbox",
        "DELETE FROM outbox");
    assertThatThrownBy(() -> database.run(RESEND)).hasMessageContaining("does not exist");
    SchemaScripts.ADMIN.apply(database.admin());

    database.run(RESEND);

    assertThat(delivered()).isEmpty();
  }

  @Test
  void should_take_the_oldest_first_when_the_batch_is_smaller() throws Exception {
    write("1", "2", "3");
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(database.texts("SELECT outbox_resend(false, 2)")).containsExactly("2");
    assertThat(database.texts(LEFT)).containsExactly("3");
    assertThat(database.texts("SELECT outbox_resend(false, 2)")).containsExactly("1");
    assertThat(delivered()).containsExactly("1", "2", "3");
  }

  @Test
  void should_change_nothing_when_the_transaction_is_rolled_back() throws Exception {
    write("1", "2");
    SchemaScripts.ADMIN.apply(database.admin());
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Sql.run(connection, RESEND);
      connection.rollback();
    }

    assertThat(database.texts(LEFT)).containsExactly("1", "2");
    assertThat(delivered()).isEmpty();
  }

  @Test
  void should_deliver_each_row_once_and_in_order_when_two_calls_meet() throws Exception {
    write("1", "2", "3", "4");
    SchemaScripts.ADMIN.apply(database.admin());
    try (Connection first = database.connect();
        Connection second = database.connect()) {
      first.setAutoCommit(false);
      Sql.run(first, "SELECT outbox_resend(false, 2)");
      CompletableFuture<List<String>> waiting =
          CompletableFuture.supplyAsync(() -> resendTwo(second));
      awaitLockWait();
      first.commit();

      assertThat(waiting.get(1, TimeUnit.MINUTES)).containsExactly("2");
    }
    assertThat(delivered()).containsExactly("1", "2", "3", "4");
    assertThat(database.texts(LEFT)).isEmpty();
  }

  @Test
  void should_fail_no_writer_when_all_are_serializable() throws Exception {
    write("1", "2", "3", "4", "5", "6", "7", "8", "9");
    SchemaScripts.ADMIN.apply(database.admin());
    for (int pair = 0; pair < 9; pair++) {
      try (Connection writer = serializable();
          Connection resender = serializable()) {
        Sql.run(writer, "SELECT 1 FROM pg_class LIMIT 1");
        Sql.run(resender, "SELECT 1 FROM pg_class LIMIT 1");
        Event.write(writer, anEvent());
        assertThat(Sql.texts(resender, "SELECT outbox_resend(false, 1)")).containsExactly("1");
        Event.write(writer, anEvent());
        resender.commit();
        writer.commit();
      }
    }
    assertThat(delivered()).hasSize(27);
  }

  @Test
  void should_carry_over_the_columns_that_somebody_has_added() throws Exception {
    database.run("ALTER TABLE outbox ADD tenant text, ADD size int GENERATED ALWAYS AS (7) STORED");
    write("1");
    database.run("UPDATE outbox SET tenant = 'blue', created_at = '2026-01-31 12:00+00'");
    SchemaScripts.ADMIN.apply(database.admin());

    database.run("SELECT outbox_resend(keep_rows => true)");

    assertThat(database.texts("SELECT tenant, size, created_at, payload FROM outbox"))
        .containsExactly("blue|7|2026-01-31 12:00:00+00|1");
  }

  @Test
  void should_resend_from_another_outbox_when_its_name_needs_quotes() throws Exception {
    String odd = "\"Odd \"\"schema\".\"Odd \"\"table\"";
    database.run(
        "CREATE SCHEMA \"Odd \"\"schema\"", "SELECT outbox_create('Odd \"schema', 'Odd \"table')");
    Event.call(database.admin(), "\"Odd \"\"schema\".\"Odd \"\"table_write\"", anEvent());
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("ALTER PUBLICATION outbox ADD TABLE " + odd);

    database.run("SELECT outbox_resend(false, outbox => '%s')".formatted(odd));

    assertThat(DecodedInserts.next(database.admin())).hasSize(1);
    assertThat(database.texts("SELECT id FROM " + odd)).isEmpty();
  }

  private Connection serializable() throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    return connection;
  }

  private static List<String> resendTwo(Connection connection) {
    try {
      return Sql.texts(connection, "SELECT outbox_resend(false, 2)");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitLockWait() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () ->
                !database
                    .texts(
                        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                            + " AND wait_event_type = 'Lock'")
                    .isEmpty());
  }

  private void write(String... payloads) throws SQLException {
    for (String payload : payloads) {
      Event.write(database.admin(), anEvent().withPayload(payload));
    }
  }

  private List<String> delivered() throws SQLException {
    return DecodedInserts.next(database.admin()).stream().map(row -> row.get("payload")).toList();
  }
}
