package org.outboxconnect.smt.internal.header;

import java.util.BitSet;

/**
 * Walks over one JSON text left to right, without building a tree. Nested values are checked and
 * handed out as the text that they have. Used on one thread for one text.
 *
 * <p>A parser of our own because the plugin jar brings no other jar along and every event passes
 * here; its tests compare it with Jackson
 * (docs/rationale.md#why-a-scanner-of-our-own-for-the-headers-object).
 */
public final class JsonCursor {

  private static final int END = -1;

  private final String text;
  private final int maxDepth;
  private int at;

  JsonCursor(String text) {
    this(text, Integer.MAX_VALUE);
  }

  /** Starts at the first letter; a value that is nested deeper is refused as if it were no JSON. */
  public JsonCursor(String text, int maxDepth) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  /**
   * Passes exactly this text.
   *
   * @throws JsonSyntaxException if something else stands here
   */
  public void expect(String expected) throws JsonSyntaxException {
    if (!text.startsWith(expected, at)) {
      throw fault();
    }
    at += expected.length();
  }

  /**
   * Expects the end of the text.
   *
   * @throws JsonSyntaxException if something else stands here
   */
  public void expectEnd() throws JsonSyntaxException {
    if (at != text.length()) {
      throw fault();
    }
  }

  /**
   * Passes one value and returns its text as it stands.
   *
   * @throws JsonSyntaxException if no value begins here
   */
  public String slice() throws JsonSyntaxException {
    int start = at;
    skipValue();
    return text.substring(start, at);
  }

  /**
   * Passes a string and returns its content without escapes.
   *
   * @throws JsonSyntaxException if no string begins here
   */
  public String readString() throws JsonSyntaxException {
    int start = at + 1;
    boolean escaped = skipString();
    String content = text.substring(start, at - 1);
    return escaped ? unescape(content) : content;
  }

  void skipValue() throws JsonSyntaxException {
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
      if (peek() == '{' || peek() == '[') {
        skipOpening(objects, depth++);
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

  private void skipOpening(BitSet objects, int depth) throws JsonSyntaxException {
    if (depth == maxDepth) {
      throw fault();
    }
    objects.set(depth, peek() == '{');
    at++;
    skipBlanks();
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

  void skipColon() throws JsonSyntaxException {
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
    skipPlain();
    for (int c = peek(); c != '"'; c = peek()) {
      if (c != '\\') { // a control character, or the end
        throw fault();
      }
      at++;
      escaped = true;
      skipEscape();
      skipPlain();
    }
    at++;
    return escaped;
  }

  /** Up to what needs a look; most of a text is passed here, so the place isn't kept up to date. */
  private void skipPlain() {
    int end = at;
    while (end < text.length() && isPlain(text.charAt(end))) {
      end++;
    }
    at = end;
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c != '"' && c != '\\';
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

  void skipBlanks() {
    for (int c = peek(); c == ' ' || c == '\n' || c == '\r' || c == '\t'; c = peek()) {
      at++;
    }
  }

  void expect(char expected) throws JsonSyntaxException {
    if (peek() != expected) {
      throw fault();
    }
    at++;
  }

  int peek() {
    return at < text.length() ? text.charAt(at) : END;
  }

  private JsonSyntaxException fault() {
    return new JsonSyntaxException(at, text.length());
  }
}
