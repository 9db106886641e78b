package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.schema.DecodedMessages.Message;
import org.postgresql.util.PSQLException;

/** What a call of {@code outbox_emit} does to table and WAL while the slot is there. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxEmitIT {

  private static final UUID ID = UUID.fromString("0198f1c7-9a3e-7b60-8a52-3f0d2c4b5a69");

  private static TestDatabase database;

  OutboxEmitIT(int major) {} // JUnit wants to hand the version over, which create uses

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
  void should_leave_no_row_and_one_transactional_message_when_the_transaction_commits()
      throws Exception {
    emit(anEvent().withId(ID).withHeaders("{\"a\":\"b\"}").withPayload("{\"b\":1,\"a\":[ ]}"));

    assertThat(database.texts("SELECT * FROM outbox")).isEmpty();
    assertThat(DecodedMessages.next(database.admin()))
        .containsExactly(
            new Message(
                true,
                "outbox.public.outbox",
                "{\"id\":\"0198f1c7-9a3e-7b60-8a52-3f0d2c4b5a69\",\"aggregate_type\":\"Order\","
                    + "\"aggregate_id\":\"42\",\"event_type\":\"OrderPlaced\","
                    + "\"headers\":{\"a\": \"b\"},\"payload\":{\"a\": [], \"b\": 1}}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "\"\"",
        "{}",
        "[1.0, 1.10, 1e400, -0, 9007199254740993, 1234567890123456789]",
        "{\"a\": 1, \"a\": 2, \"bb\": {\"c\": null}}",
        "\"quote \\\" backslash \\\\ line \\n tab \\t control \\u0001 \\u007f\"",
        "\"\u00e4 \u20ac \ud83d\ude00 \\ud83d\\ude00 \u2028\"",
        "\"%s %1$L $body$ $1 '' \\u0027\""
      })
  void should_carry_the_bytes_that_the_table_renders_when_the_values_are_odd(String json)
      throws Exception {
    String odd = "a \"q\" \\ \n\t\u0001 \u00e4\u20ac\ud83d\ude00\u2028 ' $$ %s";
    Event event =
        anEvent()
            .withAggregateId(odd)
            .withEventType(odd)
            .withHeaders("{\"h\": %s}".formatted(json))
            .withPayload(json);
    Event.call(database.admin(), "outbox_append", event);
    String payload = database.texts("SELECT payload FROM outbox").get(0);
    String headers = database.texts("SELECT headers FROM outbox").get(0);
    database.emptyTableAndSlot();

    emit(event);

    String content = DecodedMessages.next(database.admin()).get(0).content();
    assertThat(content)
        .contains(",\"headers\":" + headers + ",\"payload\":")
        .endsWith(",\"payload\":" + payload + "}");
    assertThat(
            Sql.texts(
                database.admin(),
                "SELECT m ->> 'aggregate_id', m ->> 'event_type', (m -> 'payload')::jsonb = ?::jsonb"
                    + " FROM (SELECT ?::json) AS content (m)",
                payload,
                content))
        .containsExactly(odd + "|" + odd + "|t");
  }

  @Test
  void should_keep_the_order_of_calls_and_arrays_when_one_transaction_makes_several()
      throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Event.call(connection, "outbox_emit", anEvent().withPayload("1"), anEvent().withPayload("2"));
      anEvent().withPayload("3").callOne(connection, "outbox_emit");
      Savepoint savepoint = connection.setSavepoint();
      anEvent().withPayload("4").callOne(connection, "outbox_emit");
      connection.rollback(savepoint);
      Event.call(connection, "outbox_emit", anEvent().withPayload("5"), anEvent().withPayload("6"));
      connection.commit();
    }

    assertThat(DecodedMessages.next(database.admin()))
        .map(message -> message.content().replaceAll(".*:(.)}", "$1"))
        .containsExactly("1", "2", "3", "5", "6");
  }

  @Test
  void should_leave_nothing_when_the_transaction_is_rolled_back() throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Event.call(connection, "outbox_emit", anEvent());
      connection.rollback();
    }

    assertThat(DecodedMessages.next(database.admin())).isEmpty();
  }

  @Test
  void should_return_the_ids_that_the_messages_carry_when_some_are_null() throws Exception {
    List<Object> ids = emit(anEvent(), anEvent().withId(ID), anEvent());

    assertThat(ids).hasSize(3).doesNotContainNull().doesNotHaveDuplicates();
    assertThat(ids.get(1)).isEqualTo(ID);
    assertThat(((UUID) ids.get(0)).version()).isEqualTo(7);
    assertThat(DecodedMessages.next(database.admin()))
        .extracting(message -> (Object) UUID.fromString(message.content().substring(7, 43)))
        .isEqualTo(ids);
  }

  @Test
  void should_do_nothing_when_the_arrays_are_empty() throws Exception {
    assertThat(emit()).isEmpty();
    assertThat(DecodedMessages.next(database.admin())).isEmpty();
  }

  /** Without a row nothing can notice it; the documentation says so. */
  @Test
  void should_send_both_when_an_id_is_used_twice() throws Exception {
    emit(anEvent().withId(ID), anEvent().withId(ID));

    assertThat(DecodedMessages.next(database.admin())).hasSize(2);
  }

  @Test
  void should_show_nothing_of_the_event_when_it_is_refused() {
    assertThatThrownBy(
            () ->
                emit(
                    anEvent()
                        .withPayload("\"secret\"")
                        .withAggregateId("secret")
                        .withEventType("")))
        .asInstanceOf(type(PSQLException.class))
        .satisfies(
            error ->
                assertThat(error.getServerErrorMessage().toString())
                    .contains("outbox_event_type_not_blank")
                    .doesNotContain("secret"));
  }

  @Test
  void should_apply_a_rule_of_the_service_when_the_functions_are_made_again() throws Exception {
    database.run(
        "ALTER TABLE outbox ADD COLUMN note text",
        "ALTER TABLE outbox ADD CONSTRAINT of_the_service CHECK (event_type <> 'Nonsense'"
            + " AND position > 0 AND created_at > '2020-01-01' AND published_at IS NULL)",
        "SELECT outbox_create('public', 'outbox')");
    try {
      assertThatThrownBy(() -> emit(anEvent().withEventType("Nonsense")))
          .hasMessageContaining("\"of_the_service\"");
      assertThat(emit(anEvent())).hasSize(1);
    } finally {
      database.run(
          "ALTER TABLE outbox DROP CONSTRAINT of_the_service, DROP COLUMN note",
          "SELECT outbox_create('public', 'outbox')");
    }
  }

  private static List<Object> emit(Event... events) throws SQLException {
    return Event.call(database.admin(), "outbox_emit", events);
  }
}
