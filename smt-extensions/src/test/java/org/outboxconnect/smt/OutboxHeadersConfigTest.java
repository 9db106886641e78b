package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxHeadersConfigTest {

  private static final String HEADERS =
      "{\"a\": \"1\", \"b\": \"2\", \"traceparent\": \"%s\", \"tracestate\": \"k=v\"}"
          .formatted(TRACEPARENT);

  private final OutboxHeaders<SourceRecord> smt = new OutboxHeaders<>();

  @Test
  void should_write_only_the_included_members_when_some_are_named() {
    assertThat(names(Map.of("headers.include", "a, TraceParent")))
        .containsExactlyInAnyOrder("a", "traceparent", "eventId", "eventType");
  }

  @Test
  void should_drop_the_excluded_members_when_some_are_named() {
    assertThat(names(Map.of("headers.exclude", "a,unknown")))
        .containsExactlyInAnyOrder("b", "traceparent", "tracestate", "eventId", "eventType");
  }

  @Test
  void should_drop_a_member_when_it_is_both_included_and_excluded() {
    assertThat(names(Map.of("headers.include", "a,b", "headers.exclude", "b")))
        .containsExactlyInAnyOrder("a", "eventId", "eventType");
  }

  @Test
  void should_drop_the_tracestate_too_when_the_traceparent_is_excluded() {
    assertThat(names(Map.of("headers.exclude", "traceparent")))
        .containsExactlyInAnyOrder("a", "b", "eventId", "eventType");
  }

  @Test
  void should_drop_a_reserved_member_when_it_is_excluded() {
    smt.configure(Map.of("headers.exclude", "eventId"));
    SourceRecord record = anOutboxInsert().with("headers", "{\"eventId\": \"x\"}").build();

    assertThat(OutboxHeadersTest.texts(smt.apply(record))).containsEntry("eventId", EVENT_ID);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-30T09:15:00Z,               2026-11-30T09:15:00.000000Z",
    "2026-11-30T09:15:00.1Z,             2026-11-30T09:15:00.100000Z",
    "2026-11-30T09:15:00.123456Z,        2026-11-30T09:15:00.123456Z",
    "2026-11-30T00:15:00.123456+05:30,   2026-11-29T18:45:00.123456Z",
    "1969-12-31T23:59:59.999999Z,        1969-12-31T23:59:59.999999Z"
  })
  void should_write_created_at_in_utc_with_six_digits_when_switched_on(String column, String text) {
    smt.configure(Map.of("created.at.header", "true"));
    SourceRecord record = anOutboxInsert().with("created_at", column).build();

    assertThat(OutboxHeadersTest.texts(smt.apply(record))).containsEntry("createdAt", text);
  }

  @Test
  void should_not_write_created_at_when_not_switched_on() {
    smt.configure(Map.of());
    SourceRecord record = anOutboxInsert().with("created_at", "2026-11-30T09:15:00Z").build();

    assertThat(OutboxHeadersTest.texts(smt.apply(record))).doesNotContainKey("createdAt");
  }

  @Test
  void should_name_the_column_when_the_publication_lacks_created_at() {
    smt.configure(Map.of("created.at.header", "true"));

    assertThatThrownBy(() -> smt.apply(anOutboxInsert().build()))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll("no column [created_at]", "[Hint: add it to the column list");
  }

  @Test
  void should_name_the_column_when_created_at_is_no_time() {
    smt.configure(Map.of("created.at.header", "true"));
    SourceRecord record = anOutboxInsert().with("created_at", "infinity").build();

    assertThatThrownBy(() -> smt.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll("Column [created_at]", "[Hint: it must be timestamptz]");
  }

  @ParameterizedTest
  @CsvSource({
    "headers.inclde, headers.include",
    "header.exclude, headers.exclude",
    "created.at,     created.at.header"
  })
  void should_suggest_the_right_key_when_one_is_unknown(String wrong, String right) {
    assertThatThrownBy(() -> smt.configure(Map.of(wrong, "secret")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Unknown settings [%s] of OutboxHeaders, it knows [created.at.header, headers.exclude,"
                + " headers.include]. [Hint: did you mean %s in place of %s?]",
            wrong, right, wrong);
  }

  @Test
  void should_accept_what_connect_hands_over_when_configured() {
    smt.configure(Map.of("type", OutboxHeaders.class.getName(), "plugin.version", "[0.1,)"));

    assertThat(smt.apply(anOutboxInsert().build()).headers()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "headers.include   | a,,b | Invalid value [a, , b] for configuration headers.include: Expected names, found an empty one between commas. [Hint: remove a comma]",
        "headers.exclude   | a,   | Invalid value [a, ] for configuration headers.exclude: Expected names, found an empty one between commas. [Hint: remove a comma]",
        "headers.include   | a,id | Invalid value id for configuration headers.include: This header is never taken from a row, reserved are id, eventId, eventType, createdAt, and names that begin with __debezium or __connect. [Hint: remove it]",
        "created.at.header | yes  | Invalid value yes for configuration created.at.header: Expected value to be either true or false"
      })
  void should_report_the_key_at_validation_when_a_value_is_bad(
      String key, String value, String message) {
    Map<String, String> settings = new HashMap<>(Map.of(key, value));

    List<ConfigValue> values = smt.config().validate(settings);

    assertThat(values)
        .filteredOn(checked -> checked.name().equals(key))
        .singleElement()
        .satisfies(checked -> assertThat(checked.errorMessages()).containsExactly(message));
    assertThatThrownBy(() -> smt.configure(settings)).isInstanceOf(ConfigException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void should_include_all_when_the_list_is_empty(String list) {
    assertThat(names(Map.of("headers.include", list))).hasSize(6);
  }

  private List<String> names(Map<String, String> settings) {
    smt.configure(settings);
    SourceRecord record = smt.apply(anOutboxInsert().with("headers", HEADERS).build());
    return List.copyOf(OutboxHeadersTest.texts(record).keySet());
  }
}
