package org.outboxconnect.smt.internal.header;

import java.util.HashSet;
import java.util.Set;

/**
 * What W3C Trace Context (levels 1 and 2) accepts as {@code traceparent} and {@code tracestate}. We
 * carry contexts from the writer to the consumer and take no part in the trace: a valid text is
 * passed on as it is, also one of a future version, and an invalid one isn't repaired.
 */
final class TraceContext {

  static final String TRACEPARENT = "traceparent";
  static final String TRACESTATE = "tracestate";

  private static final int TRACEPARENT_LENGTH = 55; // 2-32-16-2 digits and three dashes
  private static final int TRACESTATE_MEMBERS = 32;
  private static final int TRACESTATE_PART_LENGTH = 256;

  private TraceContext() {}

  /** Removes the blanks around a header value that HTTP would: spaces and tabs. */
  static String trim(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isBlank(value.charAt(start))) {
      start++;
    }
    while (end > start && isBlank(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  /** Version 00 has exactly 55 characters; later versions may add fields after a further dash. */
  static boolean isTraceparent(String value) {
    if (value.length() < TRACEPARENT_LENGTH
        || value.charAt(2) != '-'
        || value.charAt(35) != '-'
        || value.charAt(52) != '-') {
      return false;
    }
    return isVersion(value)
        && isId(value, 3, 35)
        && isId(value, 36, 52)
        && isHex(value, 53, TRACEPARENT_LENGTH);
  }

  private static boolean isVersion(String value) {
    if (value.startsWith("00")) {
      return value.length() == TRACEPARENT_LENGTH;
    }
    return isHex(value, 0, 2)
        && !value.startsWith("ff")
        && (value.length() == TRACEPARENT_LENGTH || value.charAt(TRACEPARENT_LENGTH) == '-');
  }

  private static boolean isId(String value, int start, int end) {
    boolean allZero = true;
    for (int i = start; i < end && allZero; i++) {
      allZero = value.charAt(i) == '0';
    }
    return !allZero && isHex(value, start, end);
  }

  private static boolean isHex(String value, int start, int end) {
    for (int i = start; i < end; i++) {
      char c = value.charAt(i);
      if (!isDigit(c) && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  /**
   * A list of at most 32 {@code key=value} members, each key once. Empty members are allowed, but
   * one member at least must carry something.
   */
  static boolean isTracestate(String value) {
    Set<String> keys = new HashSet<>();
    for (int start = 0, comma; start <= value.length(); start = comma + 1) {
      comma = value.indexOf(',', start);
      comma = comma < 0 ? value.length() : comma;
      String member = trim(value.substring(start, comma));
      if (!member.isEmpty() && !(isMember(member) && keys.add(keyOf(member)))) {
        return false;
      }
    }
    return !keys.isEmpty() && keys.size() <= TRACESTATE_MEMBERS;
  }

  private static String keyOf(String member) {
    return member.substring(0, member.indexOf('='));
  }

  private static boolean isMember(String member) {
    int equals = member.indexOf('=');
    return isKey(member, equals) && isValue(member, equals + 1);
  }

  /** Level 2 has one rule for plain and for tenant@system keys; it accepts all keys of level 1. */
  private static boolean isKey(String member, int end) {
    if (end < 1 || end > TRACESTATE_PART_LENGTH || !isLowerOrDigit(member.charAt(0))) {
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

  /** Printable ASCII without comma and equals sign; the member is trimmed, so no space ends it. */
  private static boolean isValue(String member, int start) {
    int length = member.length() - start;
    if (length < 1 || length > TRACESTATE_PART_LENGTH) {
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

  private static boolean isLowerOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || isDigit(c);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
