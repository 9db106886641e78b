package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** What could never be delivered is refused on every way, and the error names the rule. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxChecksIT {

  private static TestDatabase database;

  OutboxChecksIT(int major) {} // JUnit wants to hand the version over, which create uses

  /** With a slot, because without one the events of WAL messages become rows of the table. */
  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("refused")
  void should_refuse_the_event_and_name_the_rule_when_it_can_not_be_delivered(
      String constraint, String why, Event event) throws SQLException {
    for (Way way : Way.values()) {
      assertThatThrownBy(() -> way.send(database.admin(), event))
          .as("%s by %s", why, way)
          .asInstanceOf(type(PSQLException.class))
          .satisfies(
              error -> {
                assertThat(error.getSQLState()).isEqualTo("23514");
                assertThat(error.getServerErrorMessage().getSchema()).isEqualTo("public");
                assertThat(error.getServerErrorMessage().getTable()).isEqualTo("outbox");
                assertThat(error.getServerErrorMessage().getConstraint()).isEqualTo(constraint);
                assertThat(error.getServerErrorMessage().getMessage())
                    .isEqualTo(
                        "new row for relation \"outbox\" violates check constraint \"%s\"",
                        constraint);
              });
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void should_write_nothing_of_a_batch_when_one_event_of_it_is_refused(Way way)
      throws SQLException {
    database.emptyTableAndSlot();
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(
              () -> way.send(connection, anEvent(), anEvent().withEventType(" "), anEvent()))
          .hasMessageContaining("outbox_event_type_not_blank");
      connection.commit(); // which the server turns into a rollback
    }

    assertThat(database.texts("SELECT id FROM outbox")).isEmpty();
    assertThat(DecodedMessages.next(database.admin())).isEmpty();
  }

  static Stream<Arguments> refused() {
    String characters = "outbox_aggregate_type_topic_characters";
    String sizes = "outbox_key_and_headers_size";
    String reserved = "outbox_headers_not_reserved";
    return Stream.of(
        arguments(characters, "empty", anEvent().withAggregateType("")),
        arguments(characters, "a blank at the end", anEvent().withAggregateType("Order ")),
        arguments(characters, "a line end at the end", anEvent().withAggregateType("Order\n")),
        arguments(characters, "a slash", anEvent().withAggregateType("shop/Order")),
        arguments(characters, "an umlaut", anEvent().withAggregateType("Bestellungsänderung")),
        arguments(characters, "a dot", anEvent().withAggregateType(".")),
        arguments(characters, "two dots", anEvent().withAggregateType("..")),
        arguments(
            "outbox_aggregate_type_topic_length",
            "243 characters",
            anEvent().withAggregateType("x".repeat(243))),
        arguments("outbox_aggregate_id_not_blank", "empty", anEvent().withAggregateId("")),
        arguments("outbox_aggregate_id_not_blank", "blanks", anEvent().withAggregateId(" \t\n")),
        arguments("outbox_event_type_not_blank", "empty", anEvent().withEventType("")),
        arguments("outbox_event_type_not_blank", "a blank", anEvent().withEventType(" ")),
        arguments("outbox_headers_object", "an array", anEvent().withHeaders("[]")),
        arguments("outbox_headers_object", "JSON's null", anEvent().withHeaders("null")),
        arguments(reserved, "EventRouter's", anEvent().withHeaders("{\"a\": 1, \"id\": \"7\"}")),
        arguments(reserved, "ours", anEvent().withHeaders("{\"eventType\": null}")),
        arguments(reserved, "Debezium's", anEvent().withHeaders("{\"__debezium.newkey\": \"7\"}")),
        arguments(reserved, "Connect's", anEvent().withHeaders("{\"__connect.errors\": {}}")),
        arguments("outbox_payload_size", "900,001 bytes", anEvent().withPayload(jsonText(900_001))),
        arguments(
            "outbox_payload_size",
            "900,002 bytes in 450,002 characters",
            anEvent().withPayload("\"" + "ä".repeat(450_000) + "\"")),
        arguments(
            "outbox_payload_size",
            "short in storage, long as text",
            anEvent().withPayload("[" + "1e131071,".repeat(6) + "1e131071]")),
        arguments(sizes, "aggregate_id", anEvent().withAggregateId("x".repeat(65_537))),
        arguments(sizes, "event_type", anEvent().withEventType("x".repeat(65_537))),
        arguments(sizes, "headers", anEvent().withHeaders("{\"a\": " + jsonText(65_536) + "}")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"aggregate_type", "aggregate_id", "event_type", "payload"})
  void should_name_the_column_when_a_required_value_is_null(String column) {
    Event event =
        switch (column) {
          case "aggregate_type" -> anEvent().withAggregateType(null);
          case "aggregate_id" -> anEvent().withAggregateId(null);
          case "event_type" -> anEvent().withEventType(null);
          default -> anEvent().withPayload(null);
        };

    for (Way way : Way.values()) {
      assertThatThrownBy(() -> way.send(database.admin(), event))
          .as("by %s", way)
          .asInstanceOf(type(PSQLException.class))
          .satisfies(
              error -> {
                assertThat(error.getSQLState()).isEqualTo("23502");
                assertThat(error.getServerErrorMessage().getColumn()).isEqualTo(column);
                assertThat(error.getServerErrorMessage().getMessage())
                    .isEqualTo(
                        "null value in column \"%s\" of relation \"outbox\" violates not-null"
                            + " constraint",
                        column);
              });
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("accepted")
  void should_accept_the_event_when_it_is_just_within_the_rules(String why, Event event)
      throws SQLException {
    for (Way way : Way.values()) {
      assertThatCode(() -> way.send(database.admin(), event))
          .as("%s by %s", why, way)
          .doesNotThrowAnyException();
    }
    database.run("TRUNCATE outbox");
  }

  static Stream<Arguments> accepted() {
    return Stream.of(
        arguments("every kind of character", anEvent().withAggregateType("aZ09._-")),
        arguments("242 characters", anEvent().withAggregateType("x".repeat(242))),
        arguments("three dots", anEvent().withAggregateType("...")),
        arguments("blanks around an id", anEvent().withAggregateId(" 42 ")),
        arguments("900,000 bytes", anEvent().withPayload(jsonText(900_000))),
        arguments("any JSON value", anEvent().withPayload("[]")),
        arguments(
            "headers that only look reserved",
            anEvent().withHeaders("{\"ID\": \"7\", \"my__connect\": \"7\", \"a\": {\"id\": 7}}")),
        arguments("a header that is no text", anEvent().withHeaders("{\"a\": {\"b\": [1]}}")));
  }

  /** A JSON string of so many bytes, quotes included. */
  private static String jsonText(int bytes) {
    return "\"" + "x".repeat(bytes - 2) + "\"";
  }
}
