package org.outboxconnect.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Reads a JSON text once and tells whether jsonb can hold it and how long its text will be. One
 * instance reads one text.
 */
final class JsonbText {

  // What Jackson's readers take by default, so most consumers can read it; PostgreSQL takes more.
  private static final int MAX_DEPTH = 1000;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          // Member names may be data: a table of them that never shrinks would be a leak.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          // The text is in memory already; its size is limited by the writer, with a better error.
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private long renderedBytes;
  private boolean separatorDue;

  private JsonbText(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Bytes of the text that PostgreSQL makes of this JSON, in UTF-8. Never too few; too many only
   * for repeated members, of which jsonb keeps the last, and for negative zeros.
   *
   * @throws EventFault if it isn't one JSON value, or one that jsonb can't hold
   */
  static long renderedBytes(String json) throws EventFault {
    long quick = JsonbScan.renderedBytes(json);
    return quick == JsonbScan.UNSURE ? read(json) : quick;
  }

  /** The slow way, which can tell what is wrong. */
  static long read(String json) throws EventFault {
    try (JsonParser parser = JSON.createParser(json)) {
      long bytes = new JsonbText(parser).readDocument();
      refuseRawHalves(json);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  private long readDocument() throws IOException, EventFault {
    try {
      return readValue();
    } catch (JsonProcessingException e) {
      throw notJson(e);
    }
  }

  private long readValue() throws IOException, EventFault {
    int depth = 0;
    do {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw incomplete(parser.currentLocation());
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      add(token);
    } while (depth > 0);
    if (parser.nextToken() != null) {
      throw new EventFault(
          "payload goes on after the end of its JSON value, at "
              + at(parser.currentTokenLocation()),
          "give exactly one JSON value per event");
    }
    return renderedBytes;
  }

  private void add(JsonToken token) throws IOException, EventFault {
    if (separatorDue && !token.isStructEnd()) {
      renderedBytes += ", ".length();
    }
    separatorDue = !token.isStructStart() && token != JsonToken.FIELD_NAME;
    switch (token) {
      case FIELD_NAME -> renderedBytes += string(parser.currentName()) + ": ".length();
      case VALUE_STRING -> renderedBytes += string(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> renderedBytes += number(parser.getText());
      default -> renderedBytes += token.asString().length(); // braces, true, false, null
    }
  }

  private int string(String text) throws EventFault {
    Optional<String> unstorable = Text.unstorable(text);
    if (unstorable.isPresent()) {
      throw unstorable(unstorable.get(), where());
    }
    int bytes = 2;
    for (int i = 0; i < text.length(); i++) {
      bytes += escapeBytes(text.charAt(i));
    }
    return bytes + Text.utf8Length(text);
  }

  private static EventFault unstorable(String what, String where) {
    return new EventFault(
        "payload holds %s in %s, which jsonb can't store".formatted(what, where),
        "remove the character, or cut texts between whole characters");
  }

  /** Bytes that PostgreSQL adds to a character by escaping it. */
  private static int escapeBytes(char c) {
    return switch (c) {
      case '"', '\\', '\b', '\f', '\n', '\r', '\t' -> 1;
      default -> c < ' ' ? 5 : 0;
    };
  }

  private int number(String text) throws EventFault {
    int length = JsonbNumber.renderedLength(text);
    if (length == JsonbNumber.OVERFLOW) {
      throw new EventFault(
          "payload holds a number in %s that PostgreSQL can't store: more than 131072 digits before"
                  .formatted(where())
              + " or 16383 after the decimal point",
          "send the number as a JSON string, or with a smaller exponent");
    }
    return length;
  }

  private String where() {
    return parser.currentToken() == JsonToken.FIELD_NAME
        ? memberName()
        : "[%s]".formatted(JsonPath.ofValue(parser.getParsingContext()));
  }

  private String memberName() {
    return "a member name of [%s]".formatted(JsonPath.ofContainer(parser.getParsingContext()));
  }

  /**
   * A pair of which one half is written as an escape and the other one is not looks whole to
   * Jackson, but the half alone can't be sent as UTF-8.
   */
  private static void refuseRawHalves(String json) throws EventFault {
    Optional<String> unstorable = Text.unstorable(json);
    if (unstorable.isPresent()) {
      throw new EventFault(
          "payload holds " + unstorable.get() + " that no escape completes",
          "write both halves of the pair as escapes, or none");
    }
  }

  // Jackson's own message may quote the text, so it's neither repeated nor kept as a cause.
  private EventFault notJson(JsonProcessingException e) {
    if (e instanceof StreamConstraintsException) {
      return new EventFault(
          "payload is nested deeper than %d levels".formatted(MAX_DEPTH), "flatten the payload");
    }
    if (e instanceof JsonEOFException) {
      return incomplete(e.getLocation());
    }
    // In member names, unlike in values, Jackson itself looks for whole pairs.
    if (e.getOriginalMessage().contains("surrogate")) {
      return unstorable("an unpaired surrogate", memberName());
    }
    return new EventFault(
        "payload is not JSON: unexpected text at " + at(e.getLocation()),
        "give the payload as JSON text; plain text must be a quoted JSON string");
  }

  private static EventFault incomplete(JsonLocation location) {
    return new EventFault(
        "payload is not JSON: it ends too early, at " + at(location),
        "give the payload as one complete JSON text");
  }

  private static String at(JsonLocation location) {
    return "line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
  }
}
