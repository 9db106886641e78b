package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** The connection fails the test when the writer tries to send anything. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxWriterRefusalsTest {

  private static final String ID = "00000000-0000-4000-8000-000000000001";

  private final OutboxWriter writer = OutboxWriter.builder().build();
  private final Connection connection = UnsentConnection.inTransaction();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "isClosed|true|the connection is closed|use the open connection",
        "getAutoCommit|true|the connection is in auto-commit mode|call setAutoCommit(false)",
        "isReadOnly|true|the connection is read-only|read-write transaction"
      })
  @Case("P9")
  void should_refuse_a_connection_that_cannot_take_part(
      String question, boolean answer, String problem, String hint) {
    Connection unusable = UnsentConnection.with(question, answer);

    assertThatThrownBy(() -> writer.append(unusable, anEvent().build()))
        .isInstanceOf(UnusableConnectionException.class)
        .hasMessageContainingAll("Cannot append 1 event: " + problem, "Nothing was sent", hint);
    assertThatThrownBy(
            () -> writer.appendAll(unusable, List.of(anEvent().build(), anEvent().build())))
        .hasMessageContaining("Cannot append 2 events: " + problem);
    assertThatThrownBy(() -> Inbox.forConsumer("shipping").record(unusable, UUID.fromString(ID)))
        .isInstanceOf(UnusableConnectionException.class)
        .hasMessageContainingAll(
            "Cannot record message [" + ID + "] for consumer [shipping]: " + problem, hint);
  }

  @Test
  void should_refuse_a_list_that_no_message_to_the_server_could_hold() {
    String payload = "\"%s\"".formatted("x".repeat(890_000));
    List<OutboxEvent> events =
        Stream.generate(() -> anEvent().payloadJson(payload).build()).limit(302).toList();

    assertThatThrownBy(() -> writer.appendAll(connection, events))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContainingAll("index 301", "more than 268435456 characters", "several calls");
  }

  static Stream<Arguments> badEvents() {
    return Stream.of(
        Arguments.of(anEvent().aggregateType(""), "aggregate type is blank"),
        Arguments.of(anEvent().aggregateType("  "), "aggregate type is blank"),
        Arguments.of(
            anEvent().aggregateType("order/eu"),
            "aggregate type [order/eu] can't name a topic: character [/] at position 5"),
        Arguments.of(anEvent().aggregateType("order "), "character [ ] at position 5"),
        Arguments.of(anEvent().aggregateType("order\n"), "character [\\u000a] at position 5"),
        Arguments.of(anEvent().aggregateType("größe"), "character [ö] at position 2"),
        Arguments.of(anEvent().aggregateType("a\0"), "[a\\u0000] can't name a topic"),
        Arguments.of(anEvent().aggregateType("a😀"), "character [😀] at position 1"),
        Arguments.of(anEvent().aggregateType("."), "aggregate type [.] can't name a topic"),
        Arguments.of(anEvent().aggregateType(".."), "aggregate type [..] can't name a topic"),
        Arguments.of(anEvent().aggregateType("a".repeat(243)), "has 243 characters, more than 242"),
        Arguments.of(
            anEvent().aggregateType("a\u202e\u200bb"),
            "aggregate type [a\\u202e\\u200bb] can't name a topic: character [\\u202e]"),
        Arguments.of(anEvent().aggregateId(" \t"), "aggregate id is blank"),
        Arguments.of(anEvent().aggregateId("a\0b"), "aggregate id holds NUL (U+0000)"),
        Arguments.of(
            anEvent().aggregateId("\ude00"), "aggregate id holds an unpaired surrogate (U+DE00)"),
        Arguments.of(anEvent().eventType(""), "event type is blank"),
        Arguments.of(anEvent().eventType("a\0b"), "event type holds NUL (U+0000)"),
        Arguments.of(anEvent().payloadJson("secret"), "payload is not JSON"),
        Arguments.of(anEvent().payloadJson(""), "payload is not JSON: it ends too early"),
        Arguments.of(
            anEvent().payloadJson("{\"a\":\"x\\u0000y\"}"), "payload holds NUL (U+0000) in [$.a]"),
        Arguments.of(anEvent().header(" ", "secret"), "header [ ] has a blank name"),
        Arguments.of(anEvent().header("id", "secret"), "header [id] is one of the contract's own"),
        Arguments.of(anEvent().header("createdAt", "secret"), "header [createdAt] is one of"),
        Arguments.of(
            anEvent().header("__debezium.newkey", "secret"),
            "header [__debezium.newkey] has a name that is reserved"),
        Arguments.of(
            anEvent().header("__connect.errors.topic", "secret"),
            "header [__connect.errors.topic] has a name that is reserved"),
        Arguments.of(anEvent().header("h\0", "secret"), "the name of header [h\\u0000] holds NUL"),
        Arguments.of(
            anEvent().header("h", "secret\0"), "the value of header [h] holds NUL (U+0000)"),
        Arguments.of(
            anEvent().header("h", "secret\ud83d"),
            "the value of header [h] holds an unpaired surrogate (U+D83D)"));
  }

  @ParameterizedTest
  @MethodSource("badEvents")
  @Case({"1", "3"})
  void should_refuse_an_event_that_can_never_be_delivered(
      OutboxEvent.Builder event, String problem) {
    assertThatThrownBy(() -> writer.append(connection, event.id(UUID.fromString(ID)).build()))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageStartingWith("Cannot append event [index 0 of 1, id " + ID + "]: ")
        .hasMessageContainingAll(problem, "the transaction is still usable", "[Hint: ")
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  @Case("3")
  void should_name_the_index_and_send_nothing_when_the_last_of_a_batch_is_bad() {
    String cut = ("a".repeat(131_071) + "😀").substring(0, 131_072);
    List<OutboxEvent> batch =
        new ArrayList<>(Stream.generate(() -> anEvent().build()).limit(99).toList());
    batch.add(anEvent().payloadJson("{\"note\":\"%s\"}".formatted(cut)).build());

    OutboxException refusal =
        catchThrowableOfType(OutboxException.class, () -> writer.appendAll(connection, batch));

    assertThat(refusal)
        .hasMessageContainingAll("index 99 of 100", "an unpaired surrogate (U+D83D) in [$.note]");
    assertThat(refusal.eventIndex()).hasValue(99);
  }

  @Test
  void should_name_both_places_when_an_event_is_in_the_list_twice() {
    OutboxEvent twice = anEvent().build();

    OutboxException refusal =
        catchThrowableOfType(
            OutboxException.class,
            () -> writer.appendAll(connection, List.of(anEvent().build(), twice, twice)));

    assertThat(refusal)
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContainingAll(
            "[index 2 of 3, id " + twice.id() + "]", "it has the id of the event at index 1");
    assertThat(refusal.eventIndex()).hasValue(2);
  }

  @Test
  void should_have_no_event_index_when_the_trouble_is_the_connection() {
    OutboxException refusal =
        catchThrowableOfType(
            OutboxException.class,
            () -> writer.append(UnsentConnection.with("getAutoCommit", true), anEvent().build()));

    assertThat(refusal.eventIndex()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A-b_c.d", "..a"})
  void should_accept_what_can_name_a_topic(String type) {
    assertThatSent(anEvent().aggregateType(type));
    assertThatSent(anEvent().aggregateType("a".repeat(242)));
  }

  @Test
  void should_bound_the_aggregate_type_by_the_topic_pattern() {
    OutboxWriter shorter =
        OutboxWriter.builder().topicPattern("prod.${aggregate_type}.events").build();
    OutboxWriter longer = OutboxWriter.builder().topicPattern("${aggregate_type}").build();

    assertThatThrownBy(
            () -> shorter.append(connection, anEvent().aggregateType("a".repeat(238)).build()))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContainingAll(
            "has 238 characters, more than 237", "the topic is prod.${aggregate_type}.events");
    assertThatThrownBy(
            () -> shorter.append(connection, anEvent().aggregateType("a".repeat(237)).build()))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy( // the table allows no more than this, whatever the topic
            () -> longer.append(connection, anEvent().aggregateType("a".repeat(243)).build()))
        .hasMessageContaining("has 243 characters, more than 242");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "events",
        "${aggregate_type}${aggregate_type}",
        "${aggregate_type}/x",
        "${topic}.events"
      })
  void should_refuse_a_pattern_that_makes_no_topics(String pattern) {
    assertThatThrownBy(() -> OutboxWriter.builder().topicPattern(pattern))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Topic pattern [" + pattern + "]", "${aggregate_type}.events");
    assertThatThrownBy(
            () -> OutboxWriter.builder().topicPattern("x".repeat(249) + "${aggregate_type}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void should_count_the_payload_as_postgresql_spells_it_when_it_is_limited() {
    // {"a": "…"} takes 9 bytes, an escaped euro sign 3 and blanks around it none.
    String json = "{  \"a\"  :  \"%s\\u20ac\"  }";

    assertThatSent(anEvent().payloadJson(json.formatted("x".repeat(899_988))));
    assertThatThrownBy(
            () ->
                writer.append(
                    connection, anEvent().payloadJson(json.formatted("x".repeat(899_989))).build()))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContainingAll(
            "payload has 900001 bytes", "more than the limit of 900000", "send a reference");
  }

  @Test
  @Case("9")
  void should_count_a_large_exponent_as_stored_when_the_limit_lies_between() {
    OutboxWriter limited = OutboxWriter.builder().maxPayloadBytes(1000).build();

    assertThatThrownBy(() -> limited.append(connection, anEvent().payloadJson("1e131071").build()))
        .hasMessageContaining("payload has 131072 bytes");
    assertThatThrownBy(() -> limited.append(connection, anEvent().payloadJson("1e131072").build()))
        .hasMessageContaining("a number in [$] that PostgreSQL can't store");
  }

  @Test
  void should_limit_key_and_headers_together() {
    // {"h": "…"} takes 9 bytes, key and event type 13.
    assertThatSent(anEvent().header("h", "x".repeat(65_536 - 9 - 13)));
    assertThatThrownBy(
            () -> writer.append(connection, anEvent().header("h", "x".repeat(65_536 - 21)).build()))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("headers have 65537 bytes together, more than 65536");
  }

  @Test
  void should_send_nothing_when_the_list_is_empty() {
    assertThatCode(() -> writer.appendAll(connection, List.of())).doesNotThrowAnyException();
    assertThatThrownBy(
            () -> writer.appendAll(UnsentConnection.with("getAutoCommit", true), List.of()))
        .isInstanceOf(UnusableConnectionException.class);
  }

  @Test
  void should_name_what_is_null() {
    assertThatThrownBy(() -> writer.append(null, anEvent().build())).hasMessage("connection");
    assertThatThrownBy(() -> writer.append(connection, null)).hasMessage("event");
    assertThatThrownBy(() -> writer.appendAll(connection, null)).hasMessage("events");
    assertThatThrownBy(() -> writer.appendAll(connection, Arrays.asList(anEvent().build(), null)))
        .hasMessage("events[1]");
  }

  @Test
  void should_refuse_a_limit_below_one() {
    assertThatThrownBy(() -> OutboxWriter.builder().maxPayloadBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxPayloadBytes is 0, expected at least 1");
  }

  @ParameterizedTest
  @MethodSource("badConsumers")
  void should_refuse_a_consumer_name_that_cannot_be_kept(String name, String problem) {
    assertThatThrownBy(() -> Inbox.forConsumer(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("Inbox consumer [", problem, "[Hint: use a short fixed name");
  }

  static Stream<Arguments> badConsumers() {
    return Stream.of(
        Arguments.of("", "is blank"),
        Arguments.of(" ", "is blank"),
        Arguments.of("shipping ", "begins or ends with a blank"),
        Arguments.of("a\0", "holds NUL (U+0000)"),
        Arguments.of("a\ud83d", "holds an unpaired surrogate (U+D83D)"),
        Arguments.of("a".repeat(201), "has more than 200 characters"));
  }

  /** The first thing that a writer does with an event that it accepts is to make a statement. */
  private void assertThatSent(OutboxEvent.Builder event) {
    assertThatThrownBy(() -> writer.append(connection, event.build()))
        .isInstanceOf(AssertionError.class)
        .hasMessage("Connection.prepareStatement was called");
  }
}
