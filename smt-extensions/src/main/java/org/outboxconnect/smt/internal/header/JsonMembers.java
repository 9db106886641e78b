package org.outboxconnect.smt.internal.header;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one JSON object left to right, without building a tree. Nested values are
 * checked and handed out as the text that they have. Used on one thread for one text.
 *
 * <p>A parser of our own because the plugin jar brings no other jar along and every event passes
 * here; its tests compare it with Jackson
 * (docs/rationale.md#why-a-scanner-of-our-own-for-the-headers-object).
 */
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

  private static final int END = -1;

  private final String text;
  private int at;

  private JsonMembers(String text) {
    this.text = text;
  }

  /**
   * Hands each member of the object to the sink. Any other JSON value has none.
   *
   * @throws JsonSyntaxException if the text is not one JSON value; members before the fault have
   *     been handed out
   */
  static void read(String text, Sink sink) throws JsonSyntaxException {
    JsonMembers json = new JsonMembers(text);
    json.skipBlanks();
    if (json.peek() == '{') {
      json.readObject(sink);
    } else {
      json.skipValue();
    }
    json.skipBlanks();
    if (json.peek() != END) {
      throw json.fault();
    }
  }

  private void readObject(Sink sink) throws JsonSyntaxException {
    expect('{');
    skipBlanks();
    if (peek() == '}') {
      at++;
      return;
    }
    boolean more;
    do {
      skipBlanks();
      String name = readString();
      skipColon();
      sink.member(name, readValue());
      skipBlanks();
      more = peek() == ',';
      if (more) {
        at++;
      }
    } while (more);
    expect('}');
  }

  private @Nullable String readValue() throws JsonSyntaxException {
    int start = at;
    int first = peek();
    if (first == '"') {
      return readString();
    }
    skipValue();
    return first == 'n' ? null : text.substring(start, at);
  }

  private String readString() throws JsonSyntaxException {
    int start = at + 1;
    boolean escaped = skipString();
    String content = text.substring(start, at - 1);
    return escaped ? unescape(content) : content;
  }

  private void skipValue() throws JsonSyntaxException {
    int first = peek();
    if (first == '{' || first == '[') {
      skipNested();
    } else {
      skipScalar();
    }
  }

  /** Without recursion: the depth of a stored document must not decide over the task's stack. */
  private void skipNested() throws JsonSyntaxException {
    BitSet objects = new BitSet(); // by depth: an object, otherwise an array
    int depth = 0;
    do {
      int first = peek();
      if (first == '{' || first == '[') {
        at++;
        objects.set(depth++, first == '{');
        skipBlanks();
        if (peek() != closing(objects, depth)) {
          skipNameIn(objects, depth);
          continue;
        }
      } else {
        skipScalar();
      }
      depth = skipClosing(objects, depth);
      if (depth > 0) {
        expect(',');
        skipBlanks();
        skipNameIn(objects, depth);
      }
    } while (depth > 0);
  }

  private int skipClosing(BitSet objects, int depth) {
    int open = depth;
    skipBlanks();
    while (open > 0 && peek() == closing(objects, open)) {
      at++;
      open--;
      if (open > 0) {
        skipBlanks();
      }
    }
    return open;
  }

  private static char closing(BitSet objects, int depth) {
    return objects.get(depth - 1) ? '}' : ']';
  }

  private void skipNameIn(BitSet objects, int depth) throws JsonSyntaxException {
    if (objects.get(depth - 1)) {
      skipString();
      skipColon();
    }
  }

  private void skipColon() throws JsonSyntaxException {
    skipBlanks();
    expect(':');
    skipBlanks();
  }

  private void skipScalar() throws JsonSyntaxException {
    switch (peek()) {
      case '"' -> skipString();
      case 't' -> skipLiteral("true");
      case 'f' -> skipLiteral("false");
      case 'n' -> skipLiteral("null");
      default -> skipNumber();
    }
  }

  private void skipLiteral(String literal) throws JsonSyntaxException {
    if (!text.startsWith(literal, at)) {
      throw fault();
    }
    at += literal.length();
  }

  private void skipNumber() throws JsonSyntaxException {
    if (peek() == '-') {
      at++;
    }
    if (peek() == '0') {
      at++;
    } else {
      skipDigits();
    }
    if (peek() == '.') {
      at++;
      skipDigits();
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      if (peek() == '+' || peek() == '-') {
        at++;
      }
      skipDigits();
    }
  }

  private void skipDigits() throws JsonSyntaxException {
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == start) {
      throw fault();
    }
  }

  /** Returns whether the string holds an escape. */
  private boolean skipString() throws JsonSyntaxException {
    expect('"');
    boolean escaped = false;
    for (int c = peek(); c != '"'; c = peek()) {
      if (c < ' ') { // a control character, or the end
        throw fault();
      }
      at++;
      if (c == '\\') {
        escaped = true;
        skipEscape();
      }
    }
    at++;
    return escaped;
  }

  private void skipEscape() throws JsonSyntaxException {
    int c = peek();
    if (c == 'u') {
      at++;
      for (int i = 0; i < 4; i++, at++) {
        if (peek() > 'f' || Character.digit(peek(), 16) < 0) {
          throw fault();
        }
      }
    } else if (c != END && "\"\\/bfnrt".indexOf(c) >= 0) {
      at++;
    } else {
      throw fault();
    }
  }

  /** Expects content that {@link #skipString} has passed. */
  private static String unescape(String content) {
    StringBuilder plain = new StringBuilder(content.length());
    for (int i = 0; i < content.length(); i++) {
      char c = content.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      char kind = content.charAt(++i);
      switch (kind) {
        case 'b' -> plain.append('\b');
        case 'f' -> plain.append('\f');
        case 'n' -> plain.append('\n');
        case 'r' -> plain.append('\r');
        case 't' -> plain.append('\t');
        case 'u' -> {
          plain.append((char) Integer.parseInt(content, i + 1, i + 5, 16));
          i += 4;
        }
        default -> plain.append(kind); // quote, backslash, slash
      }
    }
    return plain.toString();
  }

  private void skipBlanks() {
    for (int c = peek(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek()) {
      at++;
    }
  }

  private void expect(char expected) throws JsonSyntaxException {
    if (peek() != expected) {
      throw fault();
    }
    at++;
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private JsonSyntaxException fault() {
    return new JsonSyntaxException(at, text.length());
  }
}
