package org.outboxconnect.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonbTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{ }|{}",
        "[1,2 ,{\"a\":null,\"b\":[true,false]}]|[1, 2, {\"a\": null, \"b\": [true, false]}]",
        "{\"a\":{\"b\":1},\"c\":2}|{\"a\": {\"b\": 1}, \"c\": 2}",
        "\"\\u00e9\\u20ac\\ud83d\\ude00\\/\"|\"é€😀/\"",
        "\"\\u0001\\n\\\"\\\\\\u007f\"|\"\\u0001\\n\\\"\\\\\u007f\"",
        "1e3|1000",
        "-1.50E-2|-0.0150",
        "12.5e1|125",
        "0.001e3|1",
        "0e5|0",
        "0.0|0.0",
        "9007199254740993|9007199254740993",
        "null|null"
      })
  void should_count_the_bytes_of_the_text_that_postgresql_makes(String json, String rendered)
      throws EventFault {
    assertThat(JsonbText.renderedBytes(json)).isEqualTo(rendered.getBytes(UTF_8).length);
  }

  @Test
  @Case("9")
  void should_count_a_large_exponent_as_written_out() throws EventFault {
    assertThat(JsonbText.renderedBytes("{\"n\":1e131071}")).isEqualTo(131_079);
    assertThat(JsonbText.renderedBytes("1e400")).isEqualTo(401);
    assertThat(JsonbText.renderedBytes("1e-16383")).isEqualTo(16_385);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1e131072", "1E+999999999999999999999", "12e131071", "1e-16384", "0.1e-16383"})
  @Case("9")
  void should_refuse_a_number_that_jsonb_cannot_hold(String number) {
    assertFault("{\"a\":[0," + number + "]}")
        .hasMessageContainingAll("a number in [$.a[1]]", "131072 digits")
        .hasMessageNotContaining("999");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":\"x\\u0000y\"}|NUL (U+0000) in [$.a]",
        "[[\"ok\"],[1,\"\\u0000\"]]|NUL (U+0000) in [$[1][1]]",
        "\"\\u0000\"|NUL (U+0000) in [$]",
        "{\"a b\":{\"k\\u0000\":1}}|NUL (U+0000) in a member name of [$['a b']]",
        "{\"\\u0000\":1}|NUL (U+0000) in a member name of [$]",
        "{\"a\":\"cut\\ud83d\"}|an unpaired surrogate (U+D83D) in [$.a]",
        "{\"a\":\"\\ude00\\ud83d\"}|an unpaired surrogate (U+DE00) in [$.a]",
        "{\"a\":[{\"b\\ud83d\":1}]}|an unpaired surrogate in a member name of [$.a[0]]"
      })
  @Case({"1", "3"})
  void should_name_the_path_when_a_text_cannot_be_stored(String json, String expected) {
    assertFault(json).hasMessageContaining(expected);
  }

  @Test
  @Case("3")
  void should_refuse_half_a_character_that_is_not_escaped() {
    String emoji = "😀";
    assertFault("{\"a\":\"" + emoji.charAt(0) + "\"}")
        .hasMessageContaining("an unpaired surrogate (U+D83D) in [$.a]");
    assertFault("{\"a\":\"" + emoji.charAt(0) + "\\ude00\"}")
        .hasMessageContaining("an unpaired surrogate (U+D83D) that no escape completes");
    assertFault("{\"a\":\"\\ud83d" + emoji.charAt(1) + "\"}")
        .hasMessageContaining("an unpaired surrogate (U+DE00) that no escape completes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "secret|unexpected text at line 1, column 1",
        "{\"a\": secret}|unexpected text at line 1",
        "{'a': 1}|unexpected text at line 1, column 2",
        "{\"a\": NaN}|unexpected text at line 1",
        "{\"a\": 01}|unexpected text at line 1",
        "{\"a\": 1,}|unexpected text at line 1, column 9",
        "{\"a\": 1} secret|unexpected text at line 1",
        "{\"a\": 1} {}|goes on after the end of its JSON value, at line 1, column 10",
        "1 2|goes on after the end of its JSON value, at line 1, column 3",
        "{\"a\": [1|ends too early, at line 1, column 9",
        "``|ends too early, at line 1, column 1",
        "`  `|ends too early, at line 1, column 3",
      })
  void should_name_line_and_column_but_no_content_when_it_is_not_json(
      String json, String expected) {
    assertFault(json).hasMessageContaining(expected).hasMessageNotContaining("secret").hasNoCause();
  }

  @Test
  void should_count_lines_when_the_text_has_several() {
    assertFault("{\n  \"a\": 1\n  \"b\": 2\n}").hasMessageContaining("at line 3, column 3");
  }

  @Test
  void should_refuse_nesting_that_consumers_cannot_read() throws EventFault {
    assertThat(JsonbText.renderedBytes("[".repeat(1000) + "]".repeat(1000))).isEqualTo(2000);
    assertFault("[".repeat(1001) + "]".repeat(1001))
        .hasMessageContaining("nested deeper than 1000 levels");
  }

  @Test
  void should_shorten_a_long_path() {
    String json = "{\"" + "k".repeat(5000) + "\":\"\\u0000\"}";

    assertFault(json).satisfies(fault -> assertThat(fault.getMessage()).hasSizeLessThan(300));
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> assertFault(String json) {
    return assertThatThrownBy(() -> JsonbText.renderedBytes(json)).isInstanceOf(EventFault.class);
  }
}
