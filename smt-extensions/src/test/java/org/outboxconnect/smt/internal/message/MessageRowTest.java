package org.outboxconnect.smt.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one form that is an event, and what is next to it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MessageRowTest {

  static final String ID = "01939f2e-7c00-7000-8000-000000000001";

  private static final String FORM =
      "{\"id\":%s,\"aggregate_type\":%s,\"aggregate_id\":%s,\"event_type\":%s,\"headers\":%s,\"payload\":%s}";

  private static final String GOOD =
      FORM.formatted(quoted(ID), "\"T\"", "\"i\"", "\"E\"", "{}", "7");

  @Test
  void should_cut_out_headers_and_payload_letter_by_letter_when_it_is_an_event() {
    String headers = "{\"a\": \"\\u0001ä\", \"b\": [ 1 ]}";
    String payload = "{\"n\": 1.10, \"big\": 9007199254740993, \"e\": [1, 2.5e+7, \"🚀\\\\\"]}";
    String text =
        FORM.formatted(
            quoted(ID),
            "\"Order\"",
            "\"ä€🚀 \\\"q\\\" \\\\ \\u0001\\n\"",
            "\"P/\\/\"",
            headers,
            payload);

    assertThat(MessageRow.read(text))
        .contains(new MessageRow(ID, "Order", "ä€🚀 \"q\" \\ \u0001\n", "P//", headers, payload));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "true", "-0.5E-3", "\"\"", "[]", "{}", "[[], {\"payload\": {}}]", "1e400"})
  void should_take_any_json_value_for_a_payload(String payload) {
    String text = GOOD.replace("\"payload\":7", "\"payload\":" + payload);

    assertThat(MessageRow.read(text)).map(MessageRow::payload).contains(payload);
  }

  @ParameterizedTest(name = "{index}")
  @MethodSource("noEvents")
  void should_find_no_event_when_the_form_is_another(String text) {
    assertThat(MessageRow.read(GOOD)).as("control").isPresent();
    assertThat(MessageRow.read(text)).as(text).isEmpty();
  }

  static Stream<String> noEvents() {
    return Stream.of(
            Stream.of("", "x", " ", "[]", "{}", "null", "7", "{\"id\":null}", "[" + GOOD + "]"),
            Stream.of(
                "\ufeff" + GOOD, " " + GOOD, GOOD + " ", GOOD + "\n", GOOD + GOOD, GOOD + "\0"),
            Stream.of(GOOD.substring(1), GOOD.substring(0, GOOD.length() - 1), quoted(GOOD)),
            differentMembers(),
            differentTypes(),
            differentText(),
            differentIds())
        .flatMap(texts -> texts);
  }

  private static Stream<String> differentMembers() {
    String payload = ",\"payload\":7";
    String headers = ",\"headers\":{}";
    return Stream.of(
        GOOD.replace(payload, ""),
        GOOD.replace(payload, payload + payload),
        GOOD.replace(payload, payload + ",\"x\":1"),
        GOOD.replace(headers, headers + headers),
        GOOD.replace(headers + payload, payload + headers),
        GOOD.replace("\"id\":", "\"Id\":"),
        GOOD.replace("\"id\":", "\"\\u0069d\":"),
        GOOD.replace("\"id\":", "\"x\":1,\"id\":"),
        GOOD.replace(",", ", "),
        GOOD.replace(":", ": "),
        GOOD.replace("}", " }"),
        GOOD.replace("\"payload\"", "'payload'"),
        GOOD.replace(",\"aggregate_id\":\"i\"", ""),
        GOOD.replace("7}", "7,}"));
  }

  private static Stream<String> differentTypes() {
    return Stream.of("null", "7", "true", "[]", "{}", "[\"a\"]")
        .flatMap(
            value ->
                Stream.of(
                    GOOD.replace(quoted(ID), value),
                    GOOD.replace("\"T\"", value),
                    GOOD.replace("\"i\"", value),
                    GOOD.replace("\"E\"", value),
                    GOOD.replace("{}", value.equals("{}") ? "\"{}\"" : value)));
  }

  /** JSON that jsonb can't hold, or no JSON. */
  private static Stream<String> differentText() {
    return Stream.of(
            "\"\\ud83d\"",
            "\"\\ude80\"",
            "\"\\ud83d\\ud83d\"",
            "\"\\ud83d \\ude80\"",
            "\"\\ude80\\ud83d\"",
            "{\"\\ud83d\": 1}",
            "[\"a\\\\\\ud83d\"]",
            "\"\\u0000\"",
            "\"a\nb\"",
            "NaN",
            "01",
            "'x'",
            "{\"a\":1,}",
            "[1 2]",
            "",
            deep(100_000))
        .flatMap(
            value ->
                Stream.of(
                    GOOD.replace("\"payload\":7", "\"payload\":" + value),
                    GOOD.replace("{}", "{\"h\":" + value + "}"),
                    GOOD.replace("\"i\"", value)));
  }

  private static Stream<String> differentIds() {
    return Stream.of(
            "",
            " " + ID.substring(1),
            ID.toUpperCase(java.util.Locale.ROOT),
            ID.replace("-", ""),
            ID.substring(1),
            ID + "0",
            "{" + ID.substring(2) + "}",
            ID.replace('c', 'g'),
            ID.replace('-', '_'),
            ID.replace('0', '٠'))
        .map(id -> GOOD.replace(ID, id));
  }

  @Test
  void should_take_what_jsonb_can_hold_when_values_are_nested_or_escaped() {
    String deep = deep(MessageRow.MAX_DEPTH);
    assertThat(MessageRow.read(GOOD.replace("7}", deep + "}")))
        .map(MessageRow::payload)
        .contains(deep);
    String pair = "\"\\ud83d\\ude80 \\\\ud83d \\u0001\"";
    assertThat(MessageRow.read(GOOD.replace("7}", pair + "}")))
        .map(MessageRow::payload)
        .contains(pair);
  }

  @Test
  void should_name_the_event_and_nothing_else() {
    assertThat(MessageRow.read(GOOD).orElseThrow()).hasToString("event [" + ID + "]");
  }

  private static String deep(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}
