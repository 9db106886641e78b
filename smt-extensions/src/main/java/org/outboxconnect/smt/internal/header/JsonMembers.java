package org.outboxconnect.smt.internal.header;

import org.jspecify.annotations.Nullable;

/** Reads the members of one JSON object left to right. */
final class JsonMembers {

  /** Takes the members of an object in the order of the text. */
  interface Sink {

    /**
     * Takes one member.
     *
     * @param name unescaped name; may come more than once if the text holds it more than once
     * @param value a string's unescaped content, the JSON text of any other value, or null for a
     *     JSON null
     */
    void member(String name, @Nullable String value);
  }

  /** Takes the names of members that aren't null, in the order of the text. */
  interface NameSink {

    /** Takes one name, unescaped; may come more than once. */
    void name(String name);
  }

  /** Reads past the value at which the cursor stands. */
  private interface ValueReader {
    void read(String name, JsonCursor json) throws JsonSyntaxException;
  }

  private JsonMembers() {}

  /**
   * Hands each member of the object to the sink. Any other JSON value has none.
   *
   * @throws JsonSyntaxException if the text is not one JSON value; members before the fault have
   *     been handed out
   */
  static void read(String text, Sink sink) throws JsonSyntaxException {
    readEach(text, (name, json) -> sink.member(name, readValue(json)));
  }

  /** Refuses what {@link #read} does, and makes no texts of the values. */
  static void readNames(String text, NameSink sink) throws JsonSyntaxException {
    readEach(
        text,
        (name, json) -> {
          boolean isNull = json.peek() == 'n';
          json.skipValue();
          if (!isNull) {
            sink.name(name);
          }
        });
  }

  private static void readEach(String text, ValueReader values) throws JsonSyntaxException {
    JsonCursor json = new JsonCursor(text);
    json.skipBlanks();
    if (json.peek() == '{') {
      readObject(json, values);
    } else {
      json.skipValue();
    }
    json.skipBlanks();
    json.expectEnd();
  }

  private static void readObject(JsonCursor json, ValueReader values) throws JsonSyntaxException {
    json.expect('{');
    json.skipBlanks();
    if (json.peek() == '}') {
      json.expect('}');
      return;
    }
    boolean more;
    do {
      json.skipBlanks();
      String name = json.readString();
      json.skipColon();
      values.read(name, json);
      json.skipBlanks();
      more = json.peek() == ',';
      if (more) {
        json.expect(',');
      }
    } while (more);
    json.expect('}');
  }

  private static @Nullable String readValue(JsonCursor json) throws JsonSyntaxException {
    int first = json.peek();
    if (first == '"') {
      return json.readString();
    }
    String value = json.slice();
    return first == 'n' ? null : value;
  }
}
