package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.LinkedHashMap;
import java.util.Map;
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
        "00" + IDS + "00", // 3.2.2.5: flags are a bit field, each of them may be set
        "00" + IDS + "01",
        "00" + IDS + "02", // level 2, 3.2.2.5.2: random
        "00" + IDS + "03",
        "00" + IDS + "ff", // a reader ignores bits that it doesn't know
        "01" + IDS + "01", // 3.2.4: a higher version of the length of this one
        "cc" + IDS + "01",
        "fe" + IDS + "01-what-a-later-version-adds", // nothing is assumed about further fields
        "01" + IDS + "01-",
        "01" + IDS + "01--=,\u00e4 b"
      })
  void should_write_the_traceparent_when_it_is_valid(String traceparent) {
    assertThat(traceOf("traceparent", traceparent, "tracestate", "a=1"))
        .containsOnly(Map.entry("traceparent", traceparent), Map.entry("tracestate", "a=1"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ff" + IDS + "01", // 3.2.2.1: forbidden
        "FF" + IDS + "01",
        ".0" + IDS + "01", // two lower-case hexadecimal digits and a dash
        "0" + IDS + "01",
        "000" + IDS + "01",
        "0A" + IDS + "01",
        "\uff10\uff10" + IDS + "01", // digits of another script
        "00" + IDS + "01-", // 3.2.2.2: version 00 has no further fields
        "00" + IDS + "01-00",
        "00" + IDS + "1",
        "00" + IDS + "0x",
        "00" + IDS + "0A",
        "01" + IDS + "01.x", // 3.2.4: end or dash after the flags
        "01" + IDS + "010",
        "01" + IDS + "1",
        "01" + IDS + "0A",
        "00-00000000000000000000000000000000-b7ad6b7169203331-01", // 3.2.2.3: all zeroes
        "01-00000000000000000000000000000000-b7ad6b7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", // 3.2.2.4
        "01-0af7651916cd43dd8448eb211c80319c-0000000000000000-01-x",
        "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "01-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01-x",
        "00-0af7651916cd43dd8448eb211c80319c-B7AD6B7169203331-01",
        "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01",
        "00_0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331_01",
        "00-0af7651916cd43dd8448eb211c8031-9cb7ad6b7169203331-01", // dashes elsewhere
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", // shorter than 55
        "00 " + IDS + "01", // blanks inside
        "00" + IDS + " 1",
        "00" + IDS + "01 -",
        "00" + IDS + "01,00" + IDS + "01", // two in one
        "\n00" + IDS + "01", // RFC 9110, 5.6.3: other blanks than space and tab are none
        "00" + IDS + "01\r\n",
        "\u00a000" + IDS + "01",
        "\u000b00" + IDS + "01",
        "",
        " ",
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
        "a=1 , b=2\t,c=3", // 3.3.1: blanks around members
        "a=1 \t , \t b=2",
        "a=1,,b=2", // an empty member is allowed
        ",a=1, \t,",
        "a= 1 2", // leading blanks belong to the value
        "a=\"'\\;:!~{}", // all that is printable but comma and equals sign
        "a_-*/=1",
        "0a_-*/=1", // level 2: a digit may begin any key, level 1: that of a tenant
        "0=1",
        "tenant@system=x",
        "0tenant@system=x",
        "a@b@c=x", // level 2: @ is a letter like others
        "a@=x",
        "a=1,a1=1"
      })
  void should_write_the_tracestate_as_it_is_when_it_is_valid(String tracestate) {
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", tracestate))
        .containsEntry("tracestate", tracestate);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A=1", // 3.3.1.3.1: lower case only
        "a=1,B=2",
        "aB=1",
        "a=1,a=2", // each key once
        "a=1,b=2,a=1",
        "a",
        "a=1,b",
        "a=", // 3.3.1.3.2: one character at least
        "a= ",
        "=1",
        "a=1=2",
        "a =1", // no blank before the equals sign
        "a\t=1",
        "a=\t1", // a tab isn't printable
        "a=1\t2",
        "@a=1", // begins with a letter or digit
        "_a=1",
        "a.b=1",
        "a=1;b=2",
        "a=\u00e4",
        "\u00e4=1",
        "a=\u0001",
        "a=\u007f",
        "a=1\n",
        "a=1,\u00a0b=2"
      })
  @Case("26")
  void should_keep_the_traceparent_when_the_tracestate_is_invalid(String tracestate) {
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", tracestate))
        .containsOnly(Map.entry("traceparent", TRACEPARENT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", " ,\t,"})
  void should_leave_out_the_tracestate_when_it_is_empty(String tracestate) {
    assertThat(traceOf("traceparent", TRACEPARENT, "tracestate", tracestate))
        .containsOnly(Map.entry("traceparent", TRACEPARENT));
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
