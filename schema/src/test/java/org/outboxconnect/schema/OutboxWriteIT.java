package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call does to table and WAL while the slot is there. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxWriteIT {

  private static final UUID ID = UUID.fromString("0198f1c7-9a3e-7b60-8a52-3f0d2c4b5a69");

  private static TestDatabase database;

  private final int major;

  OutboxWriteIT(int major) {
    this.major = major;
  }

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
  void should_leave_no_row_and_one_decoded_insert_when_the_transaction_commits() throws Exception {
    Event.write(database.admin(), anEvent().withId(ID).withHeaders("{\"a\": 1}"));

    assertThat(database.texts("SELECT * FROM outbox")).isEmpty();
    assertThat(DecodedInserts.next(database.admin()))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("id", ID.toString())
                    .containsEntry("aggregate_type", "Order")
                    .containsEntry("aggregate_id", "42")
                    .containsEntry("event_type", "OrderPlaced")
                    .containsEntry("payload", "{\"total\": 7}")
                    .containsEntry("headers", "{\"a\": 1}"));
  }

  @Test
  void should_send_no_column_that_no_relay_reads_when_the_server_knows_column_lists()
      throws Exception {
    Event.write(database.admin(), anEvent());

    assertThat(DecodedInserts.next(database.admin()).get(0).containsKey("created_at"))
        .isEqualTo(major < 15);
  }

  @Test
  void should_leave_nothing_when_the_transaction_is_rolled_back() throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Event.write(connection, anEvent());
      connection.rollback();
    }

    assertThat(database.texts("SELECT * FROM outbox")).isEmpty();
    assertThat(DecodedInserts.next(database.admin())).isEmpty();
  }

  @Test
  void should_decode_in_the_order_of_calls_and_arrays_when_one_transaction_makes_several()
      throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Event.write(connection, anEvent().withPayload("1"), anEvent().withPayload("2"));
      Event.write(connection, anEvent().withPayload("3"));
      Event.write(connection, anEvent().withPayload("4"), anEvent().withPayload("5"));
      connection.commit();
    }

    assertThat(DecodedInserts.next(database.admin()))
        .extracting(row -> row.get("payload"))
        .containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  void should_fill_in_ids_and_headers_when_they_are_null() throws Exception {
    List<UUID> ids = Event.write(database.admin(), anEvent(), anEvent().withId(ID), anEvent());

    assertThat(ids).hasSize(3).doesNotContainNull().doesNotHaveDuplicates();
    assertThat(ids.get(1)).isEqualTo(ID);
    assertThat(DecodedInserts.next(database.admin()))
        .allSatisfy(row -> assertThat(row).containsEntry("headers", "{}"))
        .extracting(row -> UUID.fromString(row.get("id")))
        .isEqualTo(ids);
  }

  @Test
  void should_make_ids_of_version_7_that_rise_when_one_call_follows_another() throws Exception {
    long before = System.currentTimeMillis();
    List<String> ids =
        database.texts(
            "SELECT outbox_write('Order', '1', 'Placed', '1') FROM generate_series(1, 100)");
    long after = System.currentTimeMillis();

    assertThat(ids)
        .isSorted()
        .doesNotHaveDuplicates()
        .map(UUID::fromString)
        .allSatisfy(
            id -> {
              assertThat(id.version()).isEqualTo(7);
              assertThat(id.variant()).isEqualTo(2);
              assertThat(id.getMostSignificantBits() >>> 16).isBetween(before, after);
            });
  }

  @Test
  void should_do_nothing_when_the_arrays_are_empty() throws Exception {
    assertThat(Event.write(database.admin())).isEmpty();
    assertThat(DecodedInserts.next(database.admin())).isEmpty();
  }

  @Test
  void should_name_all_lengths_when_the_arrays_differ() {
    assertThatThrownBy(
            () ->
                database.run(
                    "SELECT outbox_write(ARRAY[NULL, NULL]::uuid[], ARRAY['a'], ARRAY['1', '2'],"
                        + " ARRAY['x', 'y'], ARRAY['\"secret\"', '2'], NULL::text[])"))
        .hasMessageContaining(
            "expected six arrays of the same length, found ids 2, aggregate_types 1,"
                + " aggregate_ids 2, event_types 2, payloads 2, headers NULL")
        .hasMessageContaining("Hint: Give each array one element per event")
        .hasMessageNotContaining("secret");
  }

  @Test
  void should_write_one_event_when_the_row_form_gets_the_required_values_only() throws Exception {
    String id =
        database
            .texts("SELECT outbox_write('Order', '42', 'OrderPlaced', '{\"total\": 7}')")
            .get(0);

    assertThat(database.texts("SELECT * FROM outbox")).isEmpty();
    assertThat(DecodedInserts.next(database.admin()))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("id", id)
                    .containsEntry("aggregate_id", "42")
                    .containsEntry("headers", "{}"));
  }

  @Test
  void should_keep_id_and_headers_when_the_row_form_gets_them() throws Exception {
    List<String> returned =
        database.texts(
            "SELECT outbox_write('Order', '42', 'OrderPlaced', '1', '{\"a\": \"b\"}', id => '%s')"
                .formatted(ID));

    assertThat(returned).containsExactly(ID.toString());
    assertThat(DecodedInserts.next(database.admin()))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("headers", "{\"a\": \"b\"}"));
  }

  @Test
  void should_refuse_the_event_when_its_id_was_kept_before() throws Exception {
    database.run(
        "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)"
            + " VALUES ('%s', 'Order', '42', 'OrderPlaced', '{}')".formatted(ID));

    assertThatThrownBy(() -> Event.write(database.admin(), anEvent().withId(ID)))
        .hasMessageContaining("outbox_pkey");
  }

  @Test
  void should_stay_small_without_vacuum_when_events_come_one_by_one() throws Exception {
    database.run("ALTER TABLE outbox SET (autovacuum_enabled = false)");
    try {
      assertThat(pagesAfterWritingOneByOne(Connection.TRANSACTION_READ_COMMITTED)).isLessThan(10);
      assertThat(pagesAfterWritingOneByOne(Connection.TRANSACTION_SERIALIZABLE))
          .as("control: without the read of the page each row takes new space")
          .isGreaterThan(20);
    } finally {
      database.run("ALTER TABLE outbox RESET (autovacuum_enabled)");
    }
  }

  private static int pagesAfterWritingOneByOne(int isolation) throws SQLException {
    database.run("TRUNCATE outbox");
    Event event = anEvent().withPayload("\"" + "x".repeat(400) + "\"");
    try (Connection connection = database.connect()) {
      connection.setTransactionIsolation(isolation);
      for (int i = 0; i < 500; i++) {
        Event.write(connection, event);
      }
    }
    return Integer.parseInt(database.texts("SELECT pg_relation_size('outbox') / 8192").get(0));
  }
}
