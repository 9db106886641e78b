package org.outboxconnect.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The trace context that one call adds to its events: a valid {@code traceparent}, and with it
 * {@code tracestate} and {@code baggage} if they are valid. Never mixed with what a caller has set.
 *
 * @param members of the headers object as JSON text, in ASCII, the most important one first; empty
 *     if there is no context
 */
record TraceContext(List<String> members) {

  static final TraceContext NONE = new TraceContext(List.of());
  static final String TRACEPARENT = "traceparent";
  static final String TRACESTATE = "tracestate";
  static final String BAGGAGE = "baggage";
  static final Set<String> NAMES = Set.of(TRACEPARENT, TRACESTATE, BAGGAGE);

  TraceContext {
    members = List.copyOf(members);
  }

  /**
   * Takes what is valid; nothing if there is no valid {@code traceparent}, to which the others
   * belong.
   *
   * @param values by lower case name
   */
  static TraceContext of(Map<String, String> values) {
    String traceparent = values.getOrDefault(TRACEPARENT, "");
    if (!W3cTrace.isTraceparent(traceparent)) {
      return NONE;
    }
    List<String> members = new ArrayList<>();
    members.add(member(TRACEPARENT, traceparent));
    String tracestate = values.getOrDefault(TRACESTATE, "");
    if (W3cTrace.isTracestate(tracestate)) {
      members.add(member(TRACESTATE, tracestate));
    }
    String baggage = values.getOrDefault(BAGGAGE, "");
    if (W3cTrace.isBaggage(baggage)) {
      members.add(member(BAGGAGE, baggage));
    }
    return new TraceContext(members);
  }

  private static String member(String name, String value) {
    StringBuilder json = new StringBuilder();
    HeadersJson.appendMember(json, name, value);
    return json.toString();
  }

  /**
   * Adds the context to the headers of an event, unless the caller has set a part of it. Members
   * for which there is no room are left out, the least important ones first: the context must not
   * make an event fail.
   *
   * @param room bytes that the headers may still take, as PostgreSQL spells them
   */
  HeadersJson addTo(HeadersJson headers, Set<String> names, int room) {
    if (members.isEmpty() || names.stream().anyMatch(TraceContext::isPart)) {
      return headers;
    }
    HeadersJson added = headers;
    int left = room;
    for (String member : members) {
      HeadersJson next = added.with(member);
      left -= next.renderedBytes() - added.renderedBytes();
      if (left < 0) {
        break;
      }
      added = next;
    }
    return added;
  }

  private static boolean isPart(String name) {
    return NAMES.contains(name.toLowerCase(Locale.ROOT));
  }
}
