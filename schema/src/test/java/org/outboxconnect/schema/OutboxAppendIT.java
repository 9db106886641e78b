package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
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

/** What a call of {@code outbox_append} leaves. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxAppendIT {

  private static final UUID ID = UUID.fromString("0198f1c7-9a3e-7b60-8a52-3f0d2c4b5a69");

  private static TestDatabase database;

  OutboxAppendIT(int major) {} // JUnit wants to hand the version over, which create uses

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
  void should_keep_the_row_unpublished_and_decode_its_insert_when_the_transaction_commits()
      throws Exception {
    Object position =
        anEvent().withId(ID).withHeaders("{\"a\":1}").callOne(database.admin(), "outbox_append");

    assertThat(
            database.texts(
                "SELECT position, id, aggregate_type, aggregate_id, event_type, payload, headers,"
                    + " published_at, created_at <= clock_timestamp() FROM outbox"))
        .containsExactly(
            position + "|" + ID + "|Order|42|OrderPlaced|{\"total\": 7}|{\"a\": 1}|null|t");
    assertThat(DecodedInserts.next(database.admin()))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("id", ID.toString()));
  }

  @Test
  void should_return_rising_positions_in_the_order_of_calls_and_arrays() throws Exception {
    List<Object> positions = new ArrayList<>();
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      positions.addAll(append(connection, "1", "2"));
      positions.addAll(append(connection, "3"));
      Savepoint savepoint = connection.setSavepoint();
      append(connection, "4");
      connection.rollback(savepoint);
      positions.addAll(append(connection, "5", "6"));
      connection.commit();
    }

    assertThat(database.texts("SELECT payload FROM outbox ORDER BY position"))
        .containsExactly("1", "2", "3", "5", "6");
    assertThat(database.texts("SELECT position FROM outbox ORDER BY payload::int"))
        .isEqualTo(positions.stream().map(Object::toString).toList());
    assertThat(positions).map(Long.class::cast).isSorted();
    assertThat(DecodedInserts.next(database.admin()))
        .extracting(row -> row.get("payload"))
        .containsExactly("1", "2", "3", "5", "6");
  }

  @Test
  void should_fill_in_ids_and_headers_when_they_are_null() throws Exception {
    Event.call(database.admin(), "outbox_append", anEvent(), anEvent().withId(ID), anEvent());

    List<String> ids = database.texts("SELECT id FROM outbox ORDER BY position");
    assertThat(ids).hasSize(3).doesNotHaveDuplicates();
    assertThat(ids.get(1)).isEqualTo(ID.toString());
    assertThat(UUID.fromString(ids.get(0)).version()).isEqualTo(7);
    assertThat(database.texts("SELECT DISTINCT headers FROM outbox")).containsExactly("{}");
  }

  @Test
  void should_refuse_the_event_when_its_id_is_there_already() throws Exception {
    Event.call(database.admin(), "outbox_append", anEvent().withId(ID));

    assertThatThrownBy(
            () -> Event.call(database.admin(), "outbox_append", anEvent(), anEvent().withId(ID)))
        .hasMessageContaining("outbox_pkey");
    assertThat(database.texts("SELECT id FROM outbox")).hasSize(1);
  }

  @Test
  void should_do_nothing_when_the_arrays_are_empty() throws Exception {
    assertThat(append(database.admin())).isEmpty();
    assertThat(database.texts("SELECT id FROM outbox")).isEmpty();
  }

  private static List<Object> append(Connection connection, String... payloads)
      throws SQLException {
    Event[] events = new Event[payloads.length];
    for (int i = 0; i < payloads.length; i++) {
      events[i] = anEvent().withPayload(payloads[i]);
    }
    return Event.call(connection, "outbox_append", events);
  }
}
