package org.outboxconnect.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses what PostgreSQL could not store or Kafka not deliver; the table's CHECK constraints say
 * the same again, for other writers.
 *
 * @param maxPayloadBytes limit of the payload as PostgreSQL spells it, in bytes of UTF-8
 * @param topics what an aggregate type has to fit into
 */
record EventRules(int maxPayloadBytes, TopicPattern topics) {

  /** Leaves room for key, headers and framing below Kafka's default limit of 1 MiB per record. */
  static final int DEFAULT_MAX_PAYLOAD_BYTES = 900_000;

  private static final int MAX_KEY_AND_HEADERS_BYTES = 65_536;
  private static final Set<String> CONTRACT_HEADERS =
      Set.of("id", "eventId", "eventType", "createdAt");

  /** Debezium's and Connect's own headers; a row with one of them stops the relay. */
  private static final List<String> FOREIGN_PREFIXES = List.of("__debezium", "__connect");

  private static final int SHOWN = 80;

  /**
   * Checks an event and makes the text of its headers.
   *
   * @param trace goes into the headers as far as it is due and has room
   */
  HeadersJson check(OutboxEvent event, TraceContext trace) throws EventFault {
    topics.checkType(event.aggregateType());
    checkText("aggregate id", event.aggregateId());
    checkText("event type", event.eventType());
    checkHeaders(event.headers());
    HeadersJson headers = HeadersJson.of(event.headers());
    int room = roomBesides(headers, event);
    checkPayload(event);
    return trace.addTo(headers, event.headers().keySet(), room);
  }

  private static void checkText(String what, String text) throws EventFault {
    if (text.isBlank()) {
      throw new EventFault(what + " is blank", "give the event an " + what);
    }
    checkStorable(what, text);
  }

  private static void checkStorable(String what, String text) throws EventFault {
    Optional<String> unstorable = Text.unstorable(text);
    if (unstorable.isPresent()) {
      throw unstorable(what, unstorable.get());
    }
  }

  private static EventFault unstorable(String what, String character) {
    return new EventFault(
        "%s holds %s, which PostgreSQL can't store".formatted(what, character),
        "remove the character, or cut texts between whole characters");
  }

  private static void checkHeaders(Map<String, String> headers) throws EventFault {
    for (Map.Entry<String, String> header : headers.entrySet()) {
      checkHeaderName(header.getKey());
      Optional<String> unstorable = Text.unstorable(header.getValue());
      if (unstorable.isPresent()) {
        throw unstorable("the value of " + shown(header.getKey()), unstorable.get());
      }
    }
  }

  private static void checkHeaderName(String name) throws EventFault {
    if (name.isBlank()) {
      throw new EventFault(shown(name) + " has a blank name", "name the header");
    }
    if (CONTRACT_HEADERS.contains(name)) {
      throw new EventFault(
          shown(name) + " is one of the contract's own, and each header occurs once in a record",
          "use another name; the relay sets this header from the event");
    }
    for (String prefix : FOREIGN_PREFIXES) {
      if (name.startsWith(prefix)) {
        throw new EventFault(
            shown(name) + " has a name that is reserved for Debezium and Kafka Connect",
            "use a name that begins neither with __debezium nor with __connect");
      }
    }
    Optional<String> unstorable = Text.unstorable(name);
    if (unstorable.isPresent()) {
      throw unstorable("the name of " + shown(name), unstorable.get());
    }
  }

  private static String shown(String headerName) {
    return "header [%s]".formatted(Text.printable(headerName, SHOWN));
  }

  /** Bytes that the headers may still grow by. */
  private static int roomBesides(HeadersJson headers, OutboxEvent event) throws EventFault {
    int bytes =
        Text.utf8Length(event.aggregateId())
            + Text.utf8Length(event.eventType())
            + headers.renderedBytes();
    if (bytes > MAX_KEY_AND_HEADERS_BYTES) {
      throw new EventFault(
          "aggregate id, event type and headers have %d bytes together, more than %d"
              .formatted(bytes, MAX_KEY_AND_HEADERS_BYTES),
          "move content from the headers into the payload");
    }
    return MAX_KEY_AND_HEADERS_BYTES - bytes;
  }

  private void checkPayload(OutboxEvent event) throws EventFault {
    try {
      long bytes = JsonbText.renderedBytes(event.payloadJson());
      if (bytes > maxPayloadBytes) {
        throw new EventFault(
            "payload has %d bytes in PostgreSQL's spelling, more than the limit of %d"
                .formatted(bytes, maxPayloadBytes),
            "keep large content elsewhere and send a reference to it");
      }
    } catch (EventFault fault) {
      throw new EventFault(fault.problem() + event.payloadOrigin(), fault.hint());
    }
  }
}
