package org.outboxconnect.smt.internal.header;

import java.util.Set;

/**
 * Names of record headers: which ones belong to whom. Case counts in Kafka, except as said here.
 */
final class HeaderNames {

  static final String EVENT_ID = "eventId";
  static final String EVENT_TYPE = "eventType";
  static final String CREATED_AT = "createdAt";

  private static final String BAGGAGE = "baggage";
  private static final String DEBEZIUM = "__debezium";
  private static final String CONNECT = "__connect";

  /** Written by the relay itself: {@code id} by EventRouter, the others by {@link HeaderSet}. */
  private static final Set<String> OURS = Set.of("id", EVENT_ID, EVENT_TYPE, CREATED_AT);

  private HeaderNames() {}

  /**
   * The name under which a member goes out: its own, but those of W3C in lower case, as HTTP takes
   * them in any case and Kafka's readers look for that one.
   */
  static String outgoing(String member) {
    return switch (member.length()) {
      case 7 -> lowerCaseIf(BAGGAGE, member);
      case 10 -> lowerCaseIf(TraceContext.TRACESTATE, member);
      case 11 -> lowerCaseIf(TraceContext.TRACEPARENT, member);
      default -> member;
    };
  }

  private static String lowerCaseIf(String name, String member) {
    if (name.equals(member)) {
      return name; // what all rows should have
    }
    return name.equalsIgnoreCase(member) && isAscii(member) ? name : member;
  }

  /** Unicode has letters outside ASCII that equal one inside when case is ignored. */
  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  /** Whether a header of that name comes from the relay, Debezium or Connect, never from a row. */
  static boolean isReserved(String name) {
    return OURS.contains(name) || name.startsWith(DEBEZIUM) || name.startsWith(CONNECT);
  }

  /**
   * Whether the name has half of a surrogate pair, which an escape in a json column can stand for.
   * Kafka's producer counts more bytes for it than it writes, and the broker refuses the batch.
   */
  static boolean isHalved(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.isSurrogate(name.charAt(i))) {
        if (i + 1 == name.length()
            || !Character.isSurrogatePair(name.charAt(i), name.charAt(i + 1))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  /** A reserved name for messages; of one that a row made up, only the part that we know. */
  static String describe(String reserved) {
    if (OURS.contains(reserved)) {
      return reserved;
    }
    return reserved.startsWith(DEBEZIUM) ? DEBEZIUM + "…" : CONNECT + "…";
  }

  /** For messages and documentation. */
  static String reserved() {
    return "id, eventId, eventType, createdAt, and names that begin with __debezium or __connect";
  }
}
