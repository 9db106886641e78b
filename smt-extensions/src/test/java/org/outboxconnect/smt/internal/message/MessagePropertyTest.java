package org.outboxconnect.smt.internal.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxMessageBuilder.aMessage;
import static org.outboxconnect.smt.OutboxMessageBuilder.emitted;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.outboxconnect.smt.OutboxMessage;
import org.outboxconnect.smt.internal.header.JsonTexts;

/** Events and bytes that nobody thought of, with Jackson for comparison. */
class MessagePropertyTest {

  private static final List<String> MEMBERS =
      List.of("id", "aggregate_type", "aggregate_id", "event_type", "headers", "payload");

  private final OutboxMessage<SourceRecord> smt = new OutboxMessage<>();

  @Property(edgeCases = EdgeCasesMode.NONE, tries = 400)
  void should_give_the_columns_back_when_an_event_was_emitted(@ForAll("rows") MessageRow row) {
    Struct after = columns(smt.apply(aMessage().content(text(row)).build()));

    assertThat(after.getString("id")).isEqualTo(row.id());
    assertThat(after.getString("aggregate_type")).isEqualTo(row.aggregateType());
    assertThat(after.getString("aggregate_id")).isEqualTo(row.aggregateId());
    assertThat(after.getString("event_type")).isEqualTo(row.eventType());
    assertThat(after.getString("headers")).isEqualTo(row.headers());
    assertThat(after.getString("payload")).isEqualTo(row.payload());
  }

  @Property(edgeCases = EdgeCasesMode.NONE, tries = 400)
  void should_never_fail_and_agree_with_jackson_when_an_event_is_damaged(
      @ForAll("rows") MessageRow row, @ForAll("damages") Damage damage) {
    byte[] bytes = damage.to(text(row).getBytes(UTF_8));
    SourceRecord message = aMessage().content(bytes).build();

    SourceRecord result = smt.apply(message);

    if (isChange(result)) {
      assertAsJackson(columns(result), bytes);
    }
  }

  @Property(tries = 1_000)
  void should_pass_any_bytes_on_when_they_are_no_event(@ForAll @Size(max = 200) byte[] bytes) {
    SourceRecord message = aMessage().content(bytes).build();

    assertThat(smt.apply(message)).isSameAs(message);
  }

  @Property(edgeCases = EdgeCasesMode.NONE, tries = 400)
  void should_never_fail_when_the_prefix_is_any_text(@ForAll("texts") String text) {
    for (String prefix : List.of(text, "outbox." + text, "outbox." + text + "." + text)) {
      SourceRecord message = aMessage().prefix(prefix).build();
      SourceRecord result = smt.apply(message);

      if (isChange(result)) {
        assertThat("outbox." + result.topic().substring("outbox.".length())).isEqualTo(prefix);
      }
    }
  }

  private static boolean isChange(SourceRecord record) {
    return record.valueSchema().name().endsWith(".Envelope");
  }

  /** The same six members in the same order; the two that are cut out letter by letter. */
  private static void assertAsJackson(Struct after, byte[] bytes) {
    String text = new String(bytes, UTF_8);
    JsonNode event = JsonTexts.read(text).orElseThrow();
    assertThat(event.properties()).extracting(Map.Entry::getKey).containsExactlyElementsOf(MEMBERS);
    for (String member : MEMBERS.subList(0, 4)) {
      assertThat(after.getString(member)).isEqualTo(event.get(member).textValue());
    }
    for (String member : MEMBERS.subList(4, 6)) {
      assertThat(JsonTexts.read(after.getString(member))).contains(event.get(member));
    }
    assertThat(text)
        .endsWith(
            ",\"headers\":%s,\"payload\":%s}"
                .formatted(after.getString("headers"), after.getString("payload")));
  }

  private static Struct columns(SourceRecord change) {
    return ((Struct) change.value()).getStruct("after");
  }

  private static String text(MessageRow row) {
    return emitted(
        row.id(),
        row.aggregateType(),
        row.aggregateId(),
        row.eventType(),
        row.headers(),
        row.payload());
  }

  /** Bytes taken out and put in at a place; those put in as Latin-1. */
  record Damage(int place, int removed, String added) {
    byte[] to(byte[] bytes) {
      String text = new String(bytes, ISO_8859_1);
      int at = place % text.length();
      int rest = Math.min(at + removed, text.length());
      return (text.substring(0, at) + added + text.substring(rest)).getBytes(ISO_8859_1);
    }
  }

  @Provide
  Arbitrary<Damage> damages() {
    Arbitrary<String> added =
        Arbitraries.oneOf(
            Arbitraries.strings().withCharRange('\u0000', '\u00ff').ofMaxLength(2),
            Arbitraries.strings().withChars("{}[]\",:\\u0123dD8eaft-. \n").ofMaxLength(2));
    return Combinators.combine(
            Arbitraries.integers().between(0, 5_000), Arbitraries.integers().between(0, 2), added)
        .as(Damage::new);
  }

  @Provide
  Arbitrary<MessageRow> rows() {
    Arbitrary<String> ids =
        Arbitraries.longs().tuple2().map(two -> new UUID(two.get1(), two.get2()).toString());
    Arbitrary<String> headers = Arbitraries.lazy(() -> objects(2));
    return Combinators.combine(ids, texts(), texts(), texts(), headers, values(3))
        .as(MessageRow::new);
  }

  /** All characters that PostgreSQL's texts can hold. */
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings()
            .ofMaxLength(8)
            .map(text -> text.replace("\u0000", ""))
            .filter(text -> UTF_8.newEncoder().canEncode(text)),
        Arbitraries.strings().withChars("\"\\/\b\n\t\u0001\u001f\u007fuä\u2028").ofMaxLength(8),
        Arbitraries.of(
            "🚀", "\ud83d\ude80\udbff\udfff", "e\u0301", "\ufeff", "\ufffd", "\uffff", ""));
  }

  private Arbitrary<String> values(int depth) {
    Arbitrary<String> scalars =
        Arbitraries.oneOf(
            texts().map(JsonTexts::of),
            Arbitraries.bigDecimals().ofScale(20).map(String::valueOf),
            Arbitraries.of("true", "false", "null", "0", "1.10", "[]", "{}", "9007199254740993"));
    if (depth == 0) {
      return scalars;
    }
    return Arbitraries.frequencyOf(
        Tuple.of(3, scalars),
        Tuple.of(1, Arbitraries.lazy(() -> objects(depth - 1))),
        Tuple.of(
            1,
            Arbitraries.lazy(() -> values(depth - 1))
                .list()
                .ofMaxSize(3)
                .map(list -> "[" + String.join(", ", list) + "]")));
  }

  /** As jsonb renders them: one blank after colon and comma. */
  private Arbitrary<String> objects(int depth) {
    return Arbitraries.maps(texts(), values(depth))
        .ofMaxSize(3)
        .map(
            map ->
                map.entrySet().stream()
                    .map(entry -> JsonTexts.of(entry.getKey()) + ": " + entry.getValue())
                    .toList())
        .map(members -> "{" + String.join(", ", members) + "}");
  }
}
