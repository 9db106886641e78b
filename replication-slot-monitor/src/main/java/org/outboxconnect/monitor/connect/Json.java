package org.outboxconnect.monitor.connect;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads JSON as it comes and keeps nothing that nobody asked for, for there are secrets in it. */
final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** Reads a member's value, to whose first token the parser points; it may leave it unread. */
  @FunctionalInterface
  interface Member {
    void read(String name, JsonParser value) throws IOException;
  }

  /** Reads an element, to whose first token the parser points; it may leave it unread. */
  @FunctionalInterface
  interface Element {
    void read(JsonParser value) throws IOException;
  }

  /** Reads a text that is one object. */
  static void object(byte[] text, Member each) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      members(parser, each);
    }
  }

  /** Reads the object to whose begin the parser points. */
  static void members(JsonParser parser, Member each) throws IOException {
    require(parser, JsonToken.START_OBJECT);
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      each.read(name, parser);
      parser.skipChildren(); // does nothing if the value was read
    }
  }

  /** Reads the array to whose begin the parser points. */
  static void elements(JsonParser parser, Element each) throws IOException {
    require(parser, JsonToken.START_ARRAY);
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      each.read(parser);
      parser.skipChildren();
    }
  }

  private static void require(JsonParser parser, JsonToken expected) throws IOException {
    if (parser.currentToken() != expected) {
      throw new IOException("Expected %s, found %s".formatted(expected, parser.currentToken()));
    }
  }
}
