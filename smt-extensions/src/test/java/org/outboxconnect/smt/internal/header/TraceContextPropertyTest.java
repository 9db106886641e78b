package org.outboxconnect.smt.internal.header;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.outboxconnect.testing.Case;

/**
 * Compares our reading of W3C Trace Context with that of OpenTelemetry's propagator (api 1.68),
 * which most consumers use. Where the two differ the test says so and names the clause that
 * decides.
 */
class TraceContextPropertyTest {

  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  /** Level 1, 3.3.1.3.1: plain, or a tenant and a system. */
  private static final Pattern KEY_OF_LEVEL_ONE =
      Pattern.compile(
          "[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13}");

  private static final TextMapGetter<Map<String, String>> GETTER = Map::get;

  /** No difference was found: versions, lengths, case, zeroes and dashes are read alike. */
  @Property(edgeCases = EdgeCasesMode.NONE, tries = 3_000)
  @Case("24")
  void should_accept_the_traceparents_that_opentelemetry_accepts(
      @ForAll("traceparents") String traceparent) {
    boolean theirs = read(Map.of("traceparent", traceparent)).isValid();

    assertThat(TraceContext.isTraceparent(traceparent)).isEqualTo(theirs);
  }

  /** What OpenTelemetry reads, we pass on; what only we pass on has a key of level 2. */
  @Property(edgeCases = EdgeCasesMode.NONE, tries = 3_000)
  @Case("26")
  void should_accept_the_tracestates_that_opentelemetry_accepts(@ForAll("lists") String list) {
    Tracestate ours = Tracestate.of(list);
    List<String> theirs = entries(list);

    if (!theirs.isEmpty()) {
      assertThat(ours).isEqualTo(new Tracestate(TraceContext.trim(list), true, 0));
    } else if (!ours.text().isEmpty()) {
      assertThat(hasKeyOfLevelTwo(list)).isTrue();
    }
  }

  /** Level 2, 3.3.1.3.1: one rule for all keys; OpenTelemetry knows those of level 1. */
  private static boolean hasKeyOfLevelTwo(String list) {
    return membersOf(list).stream()
        .filter(member -> !member.isEmpty())
        .map(member -> member.substring(0, member.indexOf('=')))
        .anyMatch(key -> !KEY_OF_LEVEL_ONE.matcher(key).matches());
  }

  @Example
  void should_pass_on_the_keys_of_level_2_that_only_opentelemetry_refuses() {
    for (String list : List.of("0a=1", "a@b@c=1", "a@=1", "a@" + "b".repeat(15) + "=1")) {
      assertThat(entries(list)).as(list).isEmpty();
      assertThat(Tracestate.of(list)).isEqualTo(new Tracestate(list, true, 0));
    }
  }

  /** Level 1, 3.3.1.5 asks nobody to take more than 512 characters; OpenTelemetry happens to. */
  @Example
  @Case("32")
  void should_shorten_what_only_opentelemetry_takes_at_any_length() {
    String list = "a=" + "v".repeat(200) + ",b=" + "v".repeat(210) + ",c=" + "v".repeat(100);

    assertThat(entries(list)).hasSize(3);
    assertThat(entries(Tracestate.of(list).text())).hasSize(2);
  }

  @Property(edgeCases = EdgeCasesMode.NONE, tries = 1_000)
  @Case("32")
  void should_leave_a_list_that_parses_when_it_was_too_long(
      @ForAll("longLists") List<String> members) {
    Tracestate ours = Tracestate.of(String.join(",", members));

    List<String> left = ours.text().isEmpty() ? List.of() : List.of(ours.text().split(",", -1));
    assertThat(entries(ours.text())).isEqualTo(left);
    assertThat(members).containsSubsequence(left).hasSize(left.size() + ours.droppedMembers());
    assertThat(ours.text()).hasSizeLessThanOrEqualTo(Tracestate.MAX_LENGTH);
    assertThat(left).hasSizeLessThanOrEqualTo(Tracestate.MAX_MEMBERS);
  }

  /** The control: the naive cut leaves half a member, and its reader sees another value. */
  @Example
  @Case("32")
  void should_read_a_value_that_nobody_wrote_when_a_list_is_cut_inside() {
    List<String> members = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      members.add("m" + i + "=" + "v".repeat(96));
    }
    String cut = String.join(",", members).substring(0, Tracestate.MAX_LENGTH);

    assertThat(entries(cut)).hasSize(6).isNotEqualTo(members);
    assertThat(members).doesNotContain(entries(cut).get(5));
  }

  @Provide
  Arbitrary<String> traceparents() {
    Arbitrary<String> wellFormed =
        Combinators.combine(
                Arbitraries.of("00", "01", "cc", "fe", "ff", "0A", ".0"),
                hex(32),
                hex(16),
                hex(2),
                Arbitraries.of("", "", "-", "-x", "-01-02", ".x", "0"))
            .as(
                (version, trace, span, flags, rest) ->
                    version + "-" + trace + "-" + span + "-" + flags + rest);
    return Arbitraries.frequencyOf(
        Tuple.of(1, wellFormed),
        Tuple.of(2, damaged(wellFormed)),
        Tuple.of(1, damaged(damaged(wellFormed))));
  }

  private static Arbitrary<String> hex(int digits) {
    return Arbitraries.frequencyOf(
        Tuple.of(12, Arbitraries.strings().withChars("0123456789abcdef").ofLength(digits)),
        Tuple.of(1, Arbitraries.just("0".repeat(digits))),
        Tuple.of(1, Arbitraries.strings().withChars("0123456789ABCDEF").ofLength(digits)));
  }

  /** One letter taken out, put in or replaced. */
  private static Arbitrary<String> damaged(Arbitrary<String> texts) {
    Arbitrary<String> letters =
        Arbitraries.strings().withChars("0f-gAF. _\t\n\u00e4\uff10").ofMaxLength(1);
    return Combinators.combine(
            texts, letters, Arbitraries.integers().between(0, 99), Arbitraries.of(0, 1))
        .as(
            (text, letter, place, removed) -> {
              int at = place % text.length();
              return text.substring(0, at) + letter + text.substring(at + removed);
            });
  }

  @Provide
  Arbitrary<String> lists() {
    Arbitrary<String> keys =
        Arbitraries.strings().withChars("abz09_-*/@").ofMinLength(1).ofMaxLength(4);
    Arbitrary<String> values =
        Arbitraries.strings().withChars("az09 ~!@;\"").ofMinLength(1).ofMaxLength(4);
    Arbitrary<String> members =
        Arbitraries.frequencyOf(
            Tuple.of(12, Combinators.combine(keys, values).as((key, value) -> key + "=" + value)),
            Tuple.of(1, Arbitraries.strings().withChars("aA1=@ \t\u00e4").ofMaxLength(4)));
    Arbitrary<String> commas =
        Arbitraries.frequency(
            Tuple.of(6, ","), Tuple.of(2, " , "), Tuple.of(2, ",\t"), Tuple.of(1, ", ,"));
    Arbitrary<String> blanks =
        Arbitraries.frequency(Tuple.of(8, ""), Tuple.of(1, " "), Tuple.of(1, "\t "));
    return Combinators.combine(members.list().ofMinSize(1).ofMaxSize(5), commas, blanks, blanks)
        .as((list, comma, before, after) -> before + String.join(comma, list) + after);
  }

  @Provide
  Arbitrary<List<String>> longLists() {
    return Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.integers().between(6, 20)),
            Tuple.of(1, Arbitraries.integers().between(100, 259)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(60)
        .map(
            lengths -> {
              List<String> members = new ArrayList<>();
              for (int length : lengths) {
                String key = "k" + members.size() + "=";
                members.add(key + "v".repeat(length - key.length()));
              }
              return members;
            });
  }

  private static List<String> entries(String tracestate) {
    List<String> entries = new ArrayList<>();
    read(Map.of("traceparent", TRACEPARENT, "tracestate", tracestate))
        .getTraceState()
        .forEach((key, value) -> entries.add(key + "=" + value));
    return entries;
  }

  private static List<String> membersOf(String list) {
    return Arrays.stream(list.split(",", -1)).map(TraceContext::trim).toList();
  }

  private static SpanContext read(Map<String, String> headers) {
    Context context =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, GETTER);
    return Span.fromContext(context).getSpanContext();
  }
}
