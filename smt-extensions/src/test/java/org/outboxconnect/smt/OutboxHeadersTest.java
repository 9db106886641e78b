package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.apache.kafka.connect.storage.StringConverter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxHeadersTest {

  private final OutboxHeaders<SourceRecord> smt = new OutboxHeaders<>();

  @BeforeEach
  void configure() {
    smt.configure(Map.of());
  }

  @Test
  void should_write_id_type_and_members_when_a_row_is_inserted() {
    assertThat(headersOf("{\"traceparent\": \"%s\", \"tenant\": \"ä€🚀\"}".formatted(TRACEPARENT)))
        .containsOnly(
            Map.entry("eventId", EVENT_ID),
            Map.entry("eventType", "OrderPlaced"),
            Map.entry("traceparent", TRACEPARENT),
            Map.entry("tenant", "ä€🚀"));
  }

  @Test
  void should_change_nothing_but_the_headers_when_a_row_is_inserted() {
    SourceRecord record = anOutboxInsert().build();

    SourceRecord result = smt.apply(record);

    assertThat(result)
        .usingRecursiveComparison()
        .ignoringFields("headers")
        .withStrictTypeChecking()
        .isEqualTo(record);
    assertThat(result.value()).isSameAs(record.value());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("foreignRecords")
  void should_return_the_same_object_when_it_is_no_outbox_insert(String kind, SourceRecord record) {
    assertThat(smt.apply(record)).as(kind).isSameAs(record);
    assertThat(record.headers()).isEmpty();
  }

  static Stream<Arguments> foreignRecords() {
    return DebeziumRecords.foreign().entrySet().stream()
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @Test
  void should_work_when_the_key_is_null() {
    SourceRecord record = anOutboxInsert().build();
    SourceRecord keyless =
        record.newRecord(
            record.topic(), null, null, null, record.valueSchema(), record.value(), null);

    assertThat(texts(smt.apply(keyless))).containsEntry("eventId", EVENT_ID);
  }

  @Test
  @Case("30")
  void should_leave_the_input_alone_and_write_each_header_once_when_applied_again_and_again() {
    SourceRecord record = anOutboxInsert().build();
    SourceRecord first = smt.apply(record);

    SourceRecord retried = smt.apply(record);
    SourceRecord chained = smt.apply(smt.apply(first));

    assertThat(record.headers()).isEmpty();
    assertThat(retried).isEqualTo(first);
    assertThat(chained).isEqualTo(first);
    assertThat(texts(chained)).hasSize(3);
  }

  @Test
  @Case("30")
  void should_replace_headers_of_the_same_names_and_keep_others_when_the_record_has_some() {
    SourceRecord record = anOutboxInsert().build();
    record.headers().addString("eventId", "old").addString("eventId", "older");
    record.headers().addString("traceparent", "old").addString("tracestate", "old=1");
    record.headers().addString("other", "stays");
    Headers before = record.headers().duplicate();

    SourceRecord result = smt.apply(record);

    assertThat(texts(result))
        .containsOnly(
            Map.entry("other", "stays"),
            Map.entry("eventId", EVENT_ID),
            Map.entry("eventType", "OrderPlaced"),
            Map.entry("traceparent", TRACEPARENT));
    assertThat(record.headers()).isEqualTo(before);
  }

  @Test
  void should_keep_them_apart_when_events_of_two_aggregates_alternate() {
    OutboxRecordBuilder order = anOutboxInsert().with("aggregate_id", "1").with("id", "o");
    OutboxRecordBuilder customer =
        anOutboxInsert().with("aggregate_type", "customer").with("id", "c").without("headers");
    customer.with("headers", "{\"tenant\": \"t\"}");
    Schema envelope = order.envelope();

    for (int i = 0; i < 3; i++) {
      assertThat(texts(smt.apply(order.build(envelope))))
          .containsEntry("eventId", "o")
          .doesNotContainKey("tenant");
      assertThat(texts(smt.apply(customer.build(envelope))))
          .containsEntry("eventId", "c")
          .containsEntry("tenant", "t")
          .doesNotContainKey("traceparent");
    }
  }

  @Test
  @Case("38")
  void should_write_text_and_skip_null_when_values_are_empty_or_no_text() {
    assertThat(membersOf("{\"a\": \"\", \"b\": true, \"n\": 42, \"x\": 1.10, \"z\": null}"))
        .containsOnly(
            Map.entry("a", ""),
            Map.entry("b", "true"),
            Map.entry("n", "42"),
            Map.entry("x", "1.10"));
  }

  @Test
  @Case("40")
  void should_write_the_json_text_when_values_are_nested() {
    assertThat(membersOf("{\"l\": [1, \"a\"], \"m\": {\"k\": 1, \"z\": \"s\\u0001\"}}"))
        .containsOnly(
            Map.entry("l", "[1, \"a\"]"), Map.entry("m", "{\"k\": 1, \"z\": \"s\\u0001\"}"));
  }

  @Test
  @Case({"38", "40", "42"})
  void should_give_every_header_the_text_schema_when_a_row_is_inserted() {
    SourceRecord result = apply("{\"a\": \"\", \"b\": true, \"n\": 42, \"l\": [1], \"m\": {}}");

    assertThat(result.headers())
        .hasSize(7)
        .allSatisfy(header -> assertThat(header.schema()).isEqualTo(Schema.STRING_SCHEMA))
        .allSatisfy(header -> assertThat(header.value()).isInstanceOf(String.class));
  }

  @Test
  @Case("42")
  void should_pass_a_foreign_binary_header_untouched_when_the_record_has_one() {
    SourceRecord record = anOutboxInsert().build();
    record.headers().addBytes("binary", new byte[4]);

    Header header = smt.apply(record).headers().lastWithName("binary");

    assertThat(header).isSameAs(record.headers().lastWithName("binary"));
  }

  @Test
  @Case("40")
  void should_give_the_same_bytes_when_the_header_converter_is_string_or_simple() {
    SourceRecord result =
        apply(
            "{\"a\": \"007\", \"b\": true, \"l\": [1, \"a\"], \"m\": {\"k\": 1}, \"q\": \"\\\"\"}");

    for (Header header : result.headers()) {
      assertThat(bytes(new SimpleHeaderConverter(), header))
          .isEqualTo(bytes(new StringConverter(), header))
          .isEqualTo(header.value().toString());
    }
  }

  private static String bytes(HeaderConverter converter, Header header) {
    SchemaAndValue value = new SchemaAndValue(header.schema(), header.value());
    byte[] bytes = converter.fromConnectHeader("t", header.key(), value.schema(), value.value());
    return new String(bytes, UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "null", "\"text\"", "[]", "[1, {\"a\": 2}]", "7", " { } "})
  @Case("48")
  void should_write_no_member_when_the_headers_hold_none(String headers) {
    assertThat(headersOf(headers)).containsOnlyKeys("eventId", "eventType");
  }

  @Test
  @Case("48")
  void should_write_no_member_when_the_headers_are_sql_null() {
    assertThat(headersOf(null)).containsOnlyKeys("eventId", "eventType");
  }

  @Test
  void should_take_the_last_that_is_not_null_when_a_name_comes_twice() {
    assertThat(membersOf("{\"a\": 1, \"b\": true, \"a\": \"2\", \"a\": null}"))
        .containsOnly(Map.entry("a", "2"), Map.entry("b", "true"));
  }

  @Test
  void should_keep_names_apart_by_case_when_they_are_not_of_w3c() {
    assertThat(membersOf("{\"A\": \"1\", \"a\": \"2\", \"EventId\": \"3\", \"\": \"4\"}"))
        .containsOnly(
            Map.entry("A", "1"),
            Map.entry("a", "2"),
            Map.entry("EventId", "3"),
            Map.entry("", "4"));
  }

  @Test
  void should_take_long_values_and_many_members_when_a_row_has_them() {
    String value = "v".repeat(100_000);
    StringBuilder members = new StringBuilder("{\"long\": \"" + value + '"');
    for (int i = 0; i < 20_000; i++) {
      members.append(", \"m").append(i).append("\": ").append(i);
    }

    assertThat(membersOf(members.append('}').toString()))
        .hasSize(20_001)
        .containsEntry("long", value)
        .containsEntry("m19999", "19999");
  }

  private Map<String, String> membersOf(String headers) {
    Map<String, String> texts = headersOf(headers);
    assertThat(texts).containsEntry("eventId", EVENT_ID).containsEntry("eventType", "OrderPlaced");
    texts.keySet().removeAll(List.of("eventId", "eventType"));
    return texts;
  }

  private Map<String, String> headersOf(String headers) {
    return texts(apply(headers));
  }

  private SourceRecord apply(String headers) {
    return smt.apply(anOutboxInsert().with("headers", headers).build());
  }

  /** Fails if a name occurs twice. */
  static Map<String, String> texts(SourceRecord record) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      assertThat(texts.put(header.key(), (String) header.value())).as(header.key()).isNull();
    }
    return texts;
  }
}
