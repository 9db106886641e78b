package org.outboxconnect.smt.internal.header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonMembersTest {

  @Test
  void should_hand_out_text_unescaped_and_other_values_as_they_stand() throws Exception {
    String json =
        """
        { "s" : "a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\ud83d\\ude80", "n" : -1.10e+5 ,"t":true,
          "x":null, "a" : [ 1, {"b" : [ ]} ] , "o":{"k":"}"}, "\\u006b":"" }
        """;

    assertThat(members(json))
        .containsExactly(
            entry("s", "a\"\\/\b\f\n\r\tä🚀"),
            entry("n", "-1.10e+5"),
            entry("t", "true"),
            entry("x", null),
            entry("a", "[ 1, {\"b\" : [ ]} ]"),
            entry("o", "{\"k\":\"}\"}"),
            entry("k", ""));
  }

  @Test
  void should_hand_out_each_when_a_name_comes_twice() throws Exception {
    List<String> values = new ArrayList<>();

    JsonMembers.read("{\"a\": 1, \"a\": 2}", (name, value) -> values.add(value));

    assertThat(values).containsExactly("1", "2");
  }

  @Test
  void should_need_no_stack_when_values_are_nested_very_deep() throws Exception {
    String deep = "[{\"a\":".repeat(200_000) + "1" + "}]".repeat(200_000);

    assertThat(members("{\"deep\":" + deep + "}")).containsEntry("deep", deep);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", " { } ", "[]", "[{\"a\":1}]", "null", "\"x\"", "1", "-0.0e-1", "true"})
  void should_hand_out_nothing_when_there_is_no_member(String json) throws Exception {
    assertThat(members(json)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1}}",
        "{}x",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[}",
        "{\"a\":[1}",
        "{\"a\":[{]}}",
        "\"",
        "\"\\",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u\uff11234\"",
        "\"a\nb\"",
        "01",
        "+1",
        "1.",
        ".5",
        "-",
        "1e",
        "1e+",
        "tru",
        "nul",
        "NaN",
        "'a'",
        "\u00a0{}",
        "{\"a\":{\"b\"}}",
        "{\"a\":{1:2}}"
      })
  void should_refuse_a_text_when_it_is_no_json(String text) {
    assertThat(JsonTexts.read(text)).as("Jackson agrees").isEmpty();
    assertThatThrownBy(() -> members(text)).isInstanceOf(JsonSyntaxException.class);
  }

  @Test
  void should_say_where_but_not_what_when_a_text_is_no_json() {
    assertThatThrownBy(() -> members("{\"secret\": hunter2}"))
        .hasMessage("no JSON from character 11 of 19 on");
  }

  /** The members in the order of the text; of two with one name the last stays. */
  static Map<String, String> members(String json) throws JsonSyntaxException {
    Map<String, String> members = new LinkedHashMap<>();
    JsonMembers.read(json, members::put);
    return members;
  }
}
