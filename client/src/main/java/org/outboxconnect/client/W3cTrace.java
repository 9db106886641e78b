package org.outboxconnect.client;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What W3C Trace Context (levels 1 and 2) and W3C Baggage accept. The relay's transformation has
 * the same rules for the first two; neither module may know the other.
 */
final class W3cTrace {

  private static final int TRACESTATE_MEMBERS = 32;
  private static final int BAGGAGE_BYTES = 8192;

  // Version 00 has exactly these fields; a later one may add more after a further dash.
  private static final Pattern TRACEPARENT =
      Pattern.compile(
          "(?!ff)(?!00.{53}.)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}"
              + "(-[ -~]*)?");
  // A value ends in something else than a blank.
  private static final Pattern TRACESTATE_MEMBER =
      Pattern.compile(
          "[ \\t]*+([a-z0-9][a-z0-9_*/@-]{0,255})=[ -~&&[^,=]]{0,255}[!-~&&[^,=]][ \\t]*+");
  private static final Pattern EMPTY_MEMBER = Pattern.compile("[ \\t]*+");
  private static final String TOKEN = "[ \\t]*+[!#$%&'*+.^_`|~0-9A-Za-z-]++[ \\t]*+";
  private static final String VALUE = "=[ \\t]*+[!-~&&[^\",;\\\\]]*+[ \\t]*+";
  private static final Pattern BAGGAGE_ENTRY = Pattern.compile(TOKEN + VALUE);
  private static final Pattern BAGGAGE_PROPERTY = Pattern.compile(TOKEN + "(" + VALUE + ")?");

  private W3cTrace() {}

  static boolean isTraceparent(String value) {
    return TRACEPARENT.matcher(value).matches();
  }

  /** A list of at most 32 members, each key once. Empty members are allowed. */
  static boolean isTracestate(String value) {
    Set<String> keys = new HashSet<>();
    for (String member : value.split(",", -1)) {
      Matcher matcher = TRACESTATE_MEMBER.matcher(member);
      if (!EMPTY_MEMBER.matcher(member).matches()
          && !(matcher.matches() && keys.add(matcher.group(1)))) {
        return false;
      }
    }
    return !keys.isEmpty() && keys.size() <= TRACESTATE_MEMBERS;
  }

  /** A list of members, as long as everybody has to pass on. */
  static boolean isBaggage(String value) {
    if (value.length() > BAGGAGE_BYTES) {
      return false;
    }
    for (String member : value.split(",", -1)) {
      Pattern expected = BAGGAGE_ENTRY;
      for (String part : member.split(";", -1)) {
        if (!expected.matcher(part).matches()) {
          return false;
        }
        expected = BAGGAGE_PROPERTY;
      }
    }
    return true;
  }
}
