package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.smt.internal.header.JsonTexts;
import org.outboxconnect.testing.Case;

/** What {@link OutboxHeaders} does with W3C Trace Context and Baggage. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceHeadersTest {

  private static final String IDS = "-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-";
  private static final String OTHER = "00-11111111111111111111111111111111-2222222222222222-00";

  private final OutboxHeaders<SourceRecord> smt = new OutboxHeaders<>();

  @BeforeEach
  void configure() {
    smt.configure(Map.of());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00" + IDS + "00",
        "00" + IDS + "03", // level 2: sampled and random
        "00" + IDS + "ff", // flags of later levels
        "01" + IDS + "01",
        "cc" + IDS + "01",
        "fe" + IDS + "01-what-a-later-version-adds",
        "01" + IDS + "01-"
      })
  void should_write_the_traceparent_when_it_is_valid(String traceparent) {
    assertThat(traceOf("traceparent", traceparent, "tracestate", "a=1"))
        .containsOnly(Map.entry("traceparent", traceparent), Map.entry("tracestate", "a=1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ff" + IDS + "01",
        ".0" + IDS + "01",
        "0" + IDS + "01",
        "000" + IDS + "01",
        "0A" + IDS + "01",
        "00" + IDS + "01-", // version 00 has no further fields
        "00" + IDS + "01-00",
        "00" + IDS + "1",
        "00" + IDS + "0x",
        "00" + IDS + "0A",
        "01" + IDS + "01.x",
        "01" + IDS + "010",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-B7AD6B7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
        "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "\n00" + IDS + "01",
        "",
        "42"
      })
  @Case("24")
  void should_leave_out_the_whole_context_when_the_traceparent_is_invalid(String traceparent) {
    assertThat(traceOf("traceparent", traceparent, "tracestate", "a=1")).isEmpty();
  }

  @Test
  @Case("24")
  void should_leave_out_the_context_when_the_traceparent_is_no_text() {
    assertThat(trace("{\"tracestate\": \"a=1\", \"traceparent\": 7}")).isEmpty();
    assertThat(trace("{\"tracestate\": \"a=1\", \"traceparent\": [\"00\"]}")).isEmpty();
    assertThat(trace("{\"tracestate\": \"a=1\", \"traceparent\": null}")).isEmpty();
  }

  @Test
  void should_leave_out_the_tracestate_when_there_is_no_traceparent() {
    assertThat(traceOf("tracestate", "a=1")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=1",
        "a=1,b=2",
        "a=1 , b=2\t,c=3",
        "a=1,,b=2", // an empty member is allowed
        "a= 1 2",
        "0a_-*/=!~",
        "tenant@system=x",
        "a@b@c=x", // level 2
        "a=1,a1=1"
      })
  void should_write_the_tracestate_as_it_is_when_it_is_valid(String tracestate) {
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", tracestate))
        .containsEntry("tracestate", tracestate);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A=1",
        "a=1,B=2",
        "a=1,a=2",
        "a",
        "a=",
        "=1",
        "a=1=2",
        "a =1",
        "@a=1",
        "a=ä",
        "ä=1",
        "a=\u0001",
        "",
        ",",
        " , ,"
      })
  @Case("26")
  void should_keep_the_traceparent_when_the_tracestate_is_invalid(String tracestate) {
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", tracestate))
        .containsOnly(Map.entry("traceparent", TRACEPARENT));
  }

  @Test
  void should_accept_32_members_and_no_more() {
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", members(32)))
        .containsEntry("tracestate", members(32));
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", members(33)))
        .doesNotContainKey("tracestate");
  }

  @Test
  void should_accept_keys_and_values_of_256_characters_and_no_more() {
    String part = "x".repeat(256);

    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", part + "=" + part))
        .containsKey("tracestate");
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", part + "x=1"))
        .doesNotContainKey("tracestate");
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", "a=" + part + "x"))
        .doesNotContainKey("tracestate");
  }

  @Test
  @Case("28")
  void should_write_one_trimmed_lower_case_header_when_the_form_is_odd() {
    assertThat(
            traceOf(
                "TraceParent",
                " \t" + TRACEPARENT + "\t",
                "TRACESTATE",
                " a=1\t",
                "Baggage",
                "k=v"))
        .containsOnly(
            Map.entry("traceparent", TRACEPARENT),
            Map.entry("tracestate", "a=1"),
            Map.entry("baggage", "k=v"));
  }

  @Test
  @Case("28")
  void should_take_the_lower_case_spelling_when_there_are_several() {
    assertThat(traceOf("TraceParent", OTHER, "traceparent", TRACEPARENT))
        .containsOnly(Map.entry("traceparent", TRACEPARENT));
    assertThat(traceOf("traceparent", TRACEPARENT, "TraceParent", OTHER))
        .containsOnly(Map.entry("traceparent", TRACEPARENT));
  }

  @Test
  @Case("28")
  void should_take_the_first_spelling_when_none_is_lower_case() {
    assertThat(traceOf("TRACEPARENT", OTHER, "TraceParent", TRACEPARENT))
        .containsOnly(Map.entry("traceparent", OTHER));
  }

  @Test
  void should_not_take_a_name_for_another_when_only_unicode_makes_them_equal() {
    assertThat(traceOf("trace\u017ftate", "a=1")).containsOnlyKeys("trace\u017ftate");
  }

  @Test
  void should_write_baggage_as_it_is_when_a_row_has_it() {
    String baggage = " a=1+2%20%5C%2C;p, b=\u00e4 ";

    assertThat(traceOf("baggage", baggage)).containsOnly(Map.entry("baggage", baggage));
  }

  private static String members(int count) {
    return IntStream.range(0, count).mapToObj(i -> "k" + i + "=v").collect(Collectors.joining(","));
  }

  private Map<String, String> traceOf(String... namesAndValues) {
    Map<String, String> members = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      members.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return trace(JsonTexts.of(members));
  }

  private Map<String, String> trace(String headers) {
    SourceRecord record = anOutboxInsert().with("headers", headers).build();
    Map<String, String> texts = OutboxHeadersTest.texts(smt.apply(record));
    texts.remove("eventId");
    texts.remove("eventType");
    return texts;
  }
}
