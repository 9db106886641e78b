package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** What of a supplier's trace context gets into the headers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceContextTest {

  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String ADDED = "{\"traceparent\":\"" + TRACEPARENT + "\"}";
  private static final EventRules RULES = new EventRules(1000, TopicPattern.DEFAULT);

  @RegisterExtension final CapturedLog log = new CapturedLog(); // not valid: one warning each

  @Test
  void should_add_all_three_when_they_are_valid() throws EventFault {
    assertThat(
            headers(
                Map.of(
                    "Traceparent",
                    TRACEPARENT,
                    "tracestate",
                    "a=1,b@c=2",
                    "BAGGAGE",
                    "k=v;p, l=%20"),
                anEvent().header("h", "1")))
        .isEqualTo(
            "{\"h\":\"1\",\"traceparent\":\""
                + TRACEPARENT
                + "\",\"tracestate\":\"a=1,b@c=2\",\"baggage\":\"k=v;p, l=%20\"}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no version           |0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "version ff           |ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "version .0           |.0-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "version 0            |0-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "version 00, longer   |00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x",
        "version 00, a dash   |00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
        "version 01, no dash  |01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01x",
        "version 01,  a control|'01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-\u0007'",
        "upper case trace id  |00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
        "upper case version   |0A-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "no trace id          |00-00000000000000000000000000000000-b7ad6b7169203331-01",
        "no span id           |00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
        "short span id        |00-0af7651916cd43dd8448eb211c80319c-b7ad6b716920333-01",
        "flags not hex        |00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0g",
        "digits of Arabic     |00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0\u0661",
        "blank before         |' 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'",
        "empty                |''"
      })
  @Case("24")
  void should_add_nothing_when_the_traceparent_is_not_valid(String what, String traceparent)
      throws EventFault {
    assertThat(headers(Map.of("traceparent", traceparent, "baggage", "a=1"), anEvent()))
        .as(what)
        .isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-ff",
        "01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
        "fe-0000000000000000000000000000000a-000000000000000a-01-"
      })
  @Case("24")
  void should_add_a_traceparent_of_another_version_as_it_is(String traceparent) throws EventFault {
    assertThat(headers(Map.of("traceparent", traceparent), anEvent()))
        .isEqualTo("{\"traceparent\":\"" + traceparent + "\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", ",", "A=1", "a", "a=", "a= ", "=1", "a=1,a=2", "a=x=y", "a=é", "a=\t", "@=1"
      })
  @Case("26")
  void should_keep_the_traceparent_when_the_tracestate_is_not_valid(String tracestate)
      throws EventFault {
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "tracestate", tracestate), anEvent()))
        .isEqualTo(ADDED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "a", "=1", "a=1,", "a=b c", "a=\"b\"", "a=\\", "a=é", "a=1;", "a=1;=2", "a b=1"
      })
  void should_keep_the_traceparent_when_the_baggage_is_not_valid(String baggage) throws EventFault {
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "baggage", baggage), anEvent()))
        .isEqualTo(ADDED);
  }

  @Test
  void should_leave_out_what_is_larger_than_others_pass_on() throws EventFault {
    String state = "a" + "x".repeat(255) + "=" + "y".repeat(256);
    String most = "k=" + "v".repeat(8190);

    assertThat(headers(Map.of("traceparent", TRACEPARENT, "baggage", most), anEvent()))
        .contains(most);
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "baggage", most + "v"), anEvent()))
        .isEqualTo(ADDED);
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "tracestate", state), anEvent()))
        .contains(state);
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "tracestate", state + "y"), anEvent()))
        .isEqualTo(ADDED);
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "tracestate", members(32)), anEvent()))
        .contains("k31=");
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "tracestate", members(33)), anEvent()))
        .isEqualTo(ADDED);
  }

  @Test
  void should_survive_the_longest_lists_that_somebody_could_send() throws EventFault {
    String properties = "k=v" + ";p".repeat(4094);
    String blanks = "k=" + " ".repeat(8190);

    assertThat(headers(Map.of("traceparent", TRACEPARENT, "baggage", properties), anEvent()))
        .contains(properties);
    assertThat(headers(Map.of("traceparent", TRACEPARENT, "baggage", blanks), anEvent()))
        .contains(blanks);
    assertThat(headers(Map.of("traceparent", ",".repeat(100_000)), anEvent())).isEqualTo("{}");
    assertThat(
            headers(
                Map.of("traceparent", TRACEPARENT, "tracestate", "a= ".repeat(100_000)), anEvent()))
        .isEqualTo(ADDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"traceparent", "TraceState", "BAGGAGE"})
  void should_add_nothing_when_the_caller_has_set_one_of_the_three(String name) throws EventFault {
    assertThat(headers(all(), anEvent().header(name, "mine")))
        .isEqualTo("{\"" + name + "\":\"mine\"}");
  }

  @Test
  void should_leave_out_the_least_important_when_there_is_no_room() throws EventFault {
    // {"h": "…"} takes 9 bytes, key and event type 13; , "traceparent": "…" 74.
    int free = 65_536 - 9 - 13;

    assertThat(headers(all(), anEvent().header("h", "x".repeat(free - 200))))
        .contains("traceparent", "tracestate", "baggage");
    assertThat(headers(all(), anEvent().header("h", "x".repeat(free - 100))))
        .contains("traceparent", "tracestate")
        .doesNotContain("baggage");
    assertThat(headers(all(), anEvent().header("h", "x".repeat(free - 74))))
        .contains("traceparent")
        .doesNotContain("tracestate", "baggage");
    assertThat(headers(all(), anEvent().header("h", "x".repeat(free - 73))))
        .doesNotContain("traceparent", "tracestate", "baggage");
  }

  private static Map<String, String> all() {
    return Map.of(
        "traceparent", TRACEPARENT, "tracestate", "a=1", "baggage", "k=" + "v".repeat(50));
  }

  private static String members(int count) {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < count; i++) {
      list.append(i == 0 ? "" : ", ").append('k').append(i).append("=v");
    }
    return list.toString();
  }

  private static String headers(Map<String, String> context, OutboxEvent.Builder event)
      throws EventFault {
    Supplier<Map<String, String>> supplier = () -> new HashMap<>(context);
    return RULES.check(event.build(), new TraceSource(supplier).current()).json();
  }
}
