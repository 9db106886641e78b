package org.outboxconnect.smt.internal.header;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.internal.header.JsonMembersTest.members;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Compares our scanner with Jackson on documents that nobody thought of. */
class JsonMembersPropertyTest {

  @Property(
      edgeCases = EdgeCasesMode.NONE,
      tries = 400) // nested generators have more of them than tries
  void should_hand_out_what_jackson_reads_when_the_text_is_an_object(@ForAll("objects") String json)
      throws JsonSyntaxException {
    assertThat(members(json)).isEqualTo(jacksonMembers(JsonTexts.read(json).orElseThrow()));
  }

  @Property(edgeCases = EdgeCasesMode.NONE, tries = 400)
  void should_hand_out_nested_values_letter_by_letter(
      @ForAll("texts") String name, @ForAll("values") String value) throws JsonSyntaxException {
    String handedOut = members("{" + JsonTexts.of(name) + ":" + value + "}").get(name);

    JsonNode node = JsonTexts.read(value).orElseThrow();
    assertThat(handedOut).isEqualTo(expected(node, value.strip()));
  }

  @Property(edgeCases = EdgeCasesMode.NONE, tries = 400)
  void should_refuse_exactly_what_jackson_refuses_when_a_document_is_damaged(
      @ForAll("damaged") String text) {
    assertThat(accepts(text)).as(text).isEqualTo(JsonTexts.read(text).isPresent());
  }

  private static boolean accepts(String text) {
    try {
      members(text);
      return true;
    } catch (JsonSyntaxException e) {
      return false;
    }
  }

  /** Nested values are compared as trees here: Jackson does not keep the blanks. */
  private static Map<String, String> jacksonMembers(JsonNode object) {
    Map<String, String> members = new LinkedHashMap<>();
    object.properties().forEach(m -> members.put(m.getKey(), expected(m.getValue(), null)));
    return members;
  }

  private static String expected(JsonNode value, String text) {
    if (value.isTextual()) {
      return value.textValue();
    }
    if (value.isNull()) {
      return null;
    }
    return Optional.ofNullable(text).orElseGet(() -> JsonTexts.of(value));
  }

  /** Objects without blanks and with numbers as Jackson prints them, so that texts compare. */
  @Provide
  Arbitrary<String> objects() {
    return objectsOf(Arbitraries.lazy(() -> values(4, Arbitraries.just(""))), Arbitraries.just(""));
  }

  @Provide
  Arbitrary<String> values() {
    return values(4, blanks());
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(8).filter(JsonMembersPropertyTest::isUnicode),
        Arbitraries.strings().withChars("\"\\/\b\n\t\u0000\u001f\u007fuä").ofMaxLength(8));
  }

  /** A valid document with one letter taken out, put in or replaced. */
  @Provide
  Arbitrary<String> damaged() {
    Arbitrary<String> letters =
        Arbitraries.strings()
            .withChars("{}[]\",:\\u0123456789abcdeEflnrst+-. \n\u0001ä")
            .ofMaxLength(1);
    return Combinators.combine(
            objectsOf(values(), blanks()),
            letters,
            Arbitraries.integers().between(0, 1_000),
            Arbitraries.integers().between(0, 1))
        .as(
            (json, letter, place, removed) -> {
              int at = place % json.length();
              return json.substring(0, at) + letter + json.substring(at + removed);
            });
  }

  private Arbitrary<String> values(int depth, Arbitrary<String> blanks) {
    Arbitrary<String> scalars =
        Arbitraries.oneOf(
            texts().map(JsonTexts::of),
            Arbitraries.longs().map(String::valueOf),
            Arbitraries.of(
                "true", "false", "null", "0", "-1.5", "[]", "{}", "12345678901234567890"));
    if (depth == 0) {
      return scalars;
    }
    Arbitrary<String> inner = Arbitraries.lazy(() -> values(depth - 1, blanks));
    return Arbitraries.frequencyOf(
        Tuple.of(3, scalars),
        Tuple.of(1, objectsOf(inner, blanks)),
        Tuple.of(1, arraysOf(inner, blanks)));
  }

  private static Arbitrary<String> arraysOf(Arbitrary<String> values, Arbitrary<String> blanks) {
    return Combinators.combine(values.list().ofMaxSize(3), blanks)
        .as((list, blank) -> "[" + blank + String.join(blank + "," + blank, list) + blank + "]");
  }

  private Arbitrary<String> objectsOf(Arbitrary<String> values, Arbitrary<String> blanks) {
    Arbitrary<Map<String, String>> members = Arbitraries.maps(texts(), values).ofMaxSize(4);
    return Combinators.combine(members, blanks)
        .as(
            (map, blank) -> {
              String separator = "";
              StringBuilder json = new StringBuilder("{").append(blank);
              for (Map.Entry<String, String> member : map.entrySet()) {
                json.append(separator).append(JsonTexts.of(member.getKey()));
                json.append(blank).append(':').append(blank).append(member.getValue());
                separator = blank + "," + blank;
              }
              return json.append(blank).append('}').toString();
            });
  }

  private static Arbitrary<String> blanks() {
    return Arbitraries.strings().withChars(" \t\r\n").ofMaxLength(2);
  }

  /** Half a surrogate pair can't be stored in PostgreSQL nor sent as UTF-8. */
  private static boolean isUnicode(String text) {
    return UTF_8.newEncoder().canEncode(text);
  }
}
