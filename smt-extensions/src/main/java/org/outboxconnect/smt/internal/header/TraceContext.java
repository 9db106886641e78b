package org.outboxconnect.smt.internal.header;

/**
 * What W3C Trace Context (levels 1 and 2) accepts as {@code traceparent}. We carry contexts from
 * the writer to the consumer and take no part in the trace: a valid text is passed on as it is,
 * also one of a future version, and an invalid one isn't repaired.
 */
final class TraceContext {

  static final String TRACEPARENT = "traceparent";
  static final String TRACESTATE = "tracestate";

  private static final int TRACEPARENT_LENGTH = 55; // 2-32-16-2 digits and three dashes

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

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
