package org.outboxconnect.smt.internal.header;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What goes out for one {@code tracestate}: the text as it is if it is valid W3C Trace Context
 * (level 1 or 2) and within its limits; whole members of it if it is valid and too long; nothing if
 * a member is invalid, because a list that we don't understand isn't ours to mend.
 *
 * @param text what to write; empty for nothing
 * @param valid whether the list is well-formed; an empty one is, and says nothing
 * @param droppedMembers members that the limits cost
 */
record Tracestate(String text, boolean valid, int droppedMembers) {

  /** Level 1, 3.3.1: more members make the list invalid for its readers. */
  static final int MAX_MEMBERS = 32;

  /** Level 1, 3.3.1.5: what everybody should propagate; nobody has to take more. */
  static final int MAX_LENGTH = 512;

  /** Level 1, 3.3.1.5: longer members go first. */
  static final int LONG_MEMBER = 128;

  private static final int MAX_PART = 256;
  private static final Tracestate INVALID = new Tracestate("", false, 0);
  private static final Tracestate NOTHING = new Tracestate("", true, 0);

  /** Reads a header value. */
  static Tracestate of(String value) {
    String list = TraceContext.trim(value);
    List<String> members = new ArrayList<>();
    Set<String> keys = new HashSet<>();
    int places = 0; // counts empty members too, as the grammar does
    for (int start = 0, comma; start <= list.length(); start = comma + 1, places++) {
      comma = list.indexOf(',', start);
      comma = comma < 0 ? list.length() : comma;
      String member = TraceContext.trim(list.substring(start, comma));
      if (member.isEmpty()) {
        continue; // allowed: some add a comma without looking
      }
      int equals = member.indexOf('=');
      if (!isKey(member, equals)
          || !isValue(member, equals + 1)
          || !keys.add(member.substring(0, equals))) {
        return INVALID;
      }
      members.add(member);
    }
    if (members.isEmpty()) {
      return NOTHING;
    }
    return places <= MAX_MEMBERS && list.length() <= MAX_LENGTH
        ? new Tracestate(list, true, 0)
        : shortened(members);
  }

  /**
   * Level 2 has one rule for plain and for tenant@system keys; it accepts all keys of level 1.
   *
   * @param end the place of the equals sign, -1 if there is none
   */
  private static boolean isKey(String member, int end) {
    if (end < 1 || end > MAX_PART || !isLowerOrDigit(member.charAt(0))) {
      return false;
    }
    for (int i = 1; i < end; i++) {
      char c = member.charAt(i);
      if (!isLowerOrDigit(c) && "_-*/@".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isLowerOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }

  /** Printable ASCII without comma and equals sign; the member is trimmed, so no space ends it. */
  private static boolean isValue(String member, int start) {
    int length = member.length() - start;
    if (length < 1 || length > MAX_PART) {
      return false;
    }
    for (int i = start; i < member.length(); i++) {
      char c = member.charAt(i);
      if (c < ' ' || c > '~' || c == '=') {
        return false;
      }
    }
    return true;
  }

  /** Blanks and empty members cost nothing and go first; then members, until the rest fits. */
  private static Tracestate shortened(List<String> members) {
    int length = members.stream().mapToInt(member -> member.length() + 1).sum() - 1;
    int count = members.size();
    BitSet kept = new BitSet();
    kept.set(0, count);
    for (int place : orderOfLeaving(members)) {
      if (count <= MAX_MEMBERS && length <= MAX_LENGTH) {
        break;
      }
      kept.clear(place);
      length -= members.get(place).length() + 1;
      count--;
    }
    String text = String.join(",", kept.stream().mapToObj(members::get).toList());
    return new Tracestate(text, true, members.size() - count);
  }

  /** The long ones, the longest first; then the others. Of equals the last: the newest leads. */
  private static List<Integer> orderOfLeaving(List<String> members) {
    Comparator<Integer> longestFirst =
        Comparator.comparing(
            place -> -Math.max(members.get(place).length(), LONG_MEMBER)); // short ones are equal
    return IntStream.range(0, members.size())
        .boxed()
        .sorted(longestFirst.thenComparing(Comparator.reverseOrder()))
        .toList();
  }
}
