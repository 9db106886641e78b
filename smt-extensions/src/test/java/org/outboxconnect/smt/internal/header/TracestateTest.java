package org.outboxconnect.smt.internal.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** What becomes of a tracestate at and beyond its limits; TraceHeadersTest has its grammar. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TracestateTest {

  private static final Tracestate INVALID = new Tracestate("", false, 0);

  @Test
  void should_pass_letter_by_letter_when_the_list_is_at_its_limits() {
    assertPasses(members(32));
    assertPasses(member("a", 256) + "," + member("b", 255)); // 512 characters
    assertPasses(",\t".repeat(31) + "a=1"); // 32 places, 31 of them empty
    assertPasses("k".repeat(256) + "=" + "v".repeat(255));
    assertPasses("a=" + "v".repeat(256));
  }

  @Test
  void should_refuse_the_list_when_a_key_or_value_has_more_than_256_characters() {
    assertThat(Tracestate.of("k".repeat(257) + "=1")).isEqualTo(INVALID);
    assertThat(Tracestate.of("a=" + "v".repeat(257))).isEqualTo(INVALID);
    assertThat(Tracestate.of("b=1,a=" + "v".repeat(257))).isEqualTo(INVALID);
  }

  @Test
  @Case("32")
  void should_drop_members_from_the_end_when_there_are_more_than_32() {
    assertThat(Tracestate.of(members(33))).isEqualTo(new Tracestate(members(32), true, 1));
    assertThat(Tracestate.of(members(40))).isEqualTo(new Tracestate(members(32), true, 8));
  }

  @Test
  @Case("32")
  void should_drop_a_long_member_first_when_there_are_more_than_32() {
    String first = member("long", 129);

    assertThat(Tracestate.of(first + "," + members(32)))
        .isEqualTo(new Tracestate(members(32), true, 1));
    assertThat(Tracestate.of(member("short", 128) + "," + members(32)))
        .isEqualTo(new Tracestate(member("short", 128) + "," + members(31), true, 1));
  }

  @Test
  @Case("32")
  void should_drop_members_from_the_end_when_there_are_more_than_512_characters() {
    String six = joined(100, 100, 100, 100, 100, 95); // 600 characters

    assertThat(six).hasSize(600);
    assertThat(Tracestate.of(six))
        .isEqualTo(new Tracestate(joined(100, 100, 100, 100, 100), true, 1));
  }

  @Test
  @Case("32")
  void should_drop_long_members_first_the_longest_leading_when_there_are_too_many_characters() {
    String a = member("a", 129);
    String b = member("b", 200);
    String c = member("c", 130);
    String d = member("d", 100);

    assertThat(Tracestate.of(String.join(",", a, b, c, d)))
        .isEqualTo(new Tracestate(String.join(",", a, c, d), true, 1));
    assertThat(Tracestate.of(String.join(",", d, b, a, c, member("e", 128), member("f", 128))))
        .isEqualTo(
            new Tracestate(String.join(",", d, a, member("e", 128), member("f", 128)), true, 2));
  }

  @Test
  @Case("32")
  void should_drop_the_last_when_long_members_are_of_the_same_length() {
    String list = String.join(",", member("a", 200), member("b", 200), member("c", 200));

    assertThat(Tracestate.of(list))
        .isEqualTo(new Tracestate(member("a", 200) + "," + member("b", 200), true, 1));
  }

  @Test
  @Case("32")
  void should_keep_a_long_member_when_the_list_is_within_its_limits() {
    assertPasses(member("a", 200));
    assertPasses(member("a", 200) + "," + member("b", 200));
  }

  @Test
  void should_leave_nothing_when_the_only_member_is_too_long() {
    String only = "k".repeat(256) + "=" + "v".repeat(256); // 513 characters, and well-formed

    assertThat(Tracestate.of(only)).isEqualTo(new Tracestate("", true, 1));
  }

  @Test
  void should_drop_blanks_and_empty_members_before_any_other_when_the_list_is_too_long() {
    assertThat(Tracestate.of("a=1" + ",".repeat(40) + "b=2"))
        .isEqualTo(new Tracestate("a=1,b=2", true, 0));
    assertThat(Tracestate.of("a=1," + " ".repeat(600) + "b= 2"))
        .isEqualTo(new Tracestate("a=1,b= 2", true, 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"A=1", "a=", "=1", "k0=1"})
  void should_refuse_the_list_when_it_is_too_long_and_one_member_is_bad(String bad) {
    assertThat(Tracestate.of(members(40) + "," + bad)).isEqualTo(INVALID);
  }

  @Test
  void should_end_soon_when_somebody_stored_a_giant() {
    String giant = joined(IntStream.range(0, 4_000).map(i -> 129 + i % 128).toArray());

    Tracestate result = Tracestate.of(giant);

    assertThat(result.text()).hasSizeLessThanOrEqualTo(Tracestate.MAX_LENGTH).startsWith("m0=");
    assertThat(result.droppedMembers()).isEqualTo(3_997);
  }

  private static void assertPasses(String list) {
    assertThat(Tracestate.of(list)).isEqualTo(new Tracestate(list, true, 0));
  }

  private static String members(int count) {
    return IntStream.range(0, count).mapToObj(i -> "k" + i + "=v").collect(Collectors.joining(","));
  }

  private static String joined(int... lengths) {
    List<String> members = new ArrayList<>();
    for (int length : lengths) {
      members.add(member("m" + members.size(), length));
    }
    return String.join(",", members);
  }

  private static String member(String key, int length) {
    return key + "=" + "v".repeat(length - key.length() - 1);
  }
}
