package org.outboxconnect.client;

/**
 * The quick way through a payload that is as it should be: one pass over the text that makes no
 * objects. Whatever looks odd is left to {@link JsonbText}, which explains what is wrong, or finds
 * that nothing is. It also is the measure: a test compares the two.
 */
final class JsonbScan {

  /** Returned for a text that is wrong, or just unusual. */
  static final long UNSURE = -1;

  private static final int MAX_DEPTH = Long.SIZE;
  private static final int MAX_PLAIN_NUMBER = 16_383; // fits on either side of the decimal point

  private final String json;
  private int at;
  private long bytes;
  private int depth;
  private long objects; // a bit for each open container, the innermost one last: 1 for an object
  private boolean empty; // nothing has been read yet in the innermost container

  private JsonbScan(String json) {
    this.json = json;
  }

  /** What {@link JsonbText#renderedBytes} says, or {@link #UNSURE}. */
  static long renderedBytes(String json) {
    JsonbScan scan = new JsonbScan(json);
    return scan.document() ? scan.bytes : UNSURE;
  }

  private boolean document() {
    boolean good = value();
    while (good && depth > 0) {
      good = peek() == ((objects & 1) == 1 ? '}' : ']') ? close() : member();
    }
    return good && peek() == 0 && at == json.length();
  }

  /** The next character that is no blank; 0 at the end. */
  private char peek() {
    while (at < json.length()) {
      char c = json.charAt(at);
      if (c > ' ' || (c != ' ' && c != '\n' && c != '\r' && c != '\t')) {
        return c;
      }
      at++;
    }
    return 0;
  }

  private boolean take(char expected) {
    if (peek() != expected) {
      return false;
    }
    at++;
    return true;
  }

  private boolean close() {
    at++;
    bytes++;
    depth--;
    objects >>>= 1;
    empty = false;
    return true;
  }

  private boolean member() {
    if (!empty) {
      if (!take(',')) {
        return false;
      }
      bytes += ", ".length();
    }
    if ((objects & 1) == 1) {
      if (!take('"') || !string() || !take(':')) {
        return false;
      }
      bytes += ": ".length();
    }
    return value();
  }

  private boolean value() {
    char c = peek();
    empty = false;
    return switch (c) {
      case '{' -> open(1);
      case '[' -> open(0);
      case '"' -> take('"') && string();
      case 't' -> literal("true");
      case 'f' -> literal("false");
      case 'n' -> literal("null");
      default -> number();
    };
  }

  private boolean open(int object) {
    at++;
    bytes++;
    depth++;
    objects = objects << 1 | object;
    empty = true;
    return depth < MAX_DEPTH;
  }

  private boolean literal(String word) {
    at += word.length();
    bytes += word.length();
    return json.startsWith(word, at - word.length());
  }

  /** A number without an exponent is kept as it is written. */
  private boolean number() {
    int start = at;
    if (charAt(at) == '-') {
      at++;
    }
    int integer = digits();
    if (integer == 0 || (integer > 1 && json.charAt(at - integer) == '0')) {
      return false;
    }
    if (charAt(at) == '.') {
      at++;
      if (digits() == 0) {
        return false;
      }
    }
    bytes += at - start;
    return at - start <= MAX_PLAIN_NUMBER && charAt(at) != 'e' && charAt(at) != 'E';
  }

  private int digits() {
    int start = at;
    while (charAt(at) >= '0' && charAt(at) <= '9') {
      at++;
    }
    return at - start;
  }

  private char charAt(int index) {
    return index < json.length() ? json.charAt(index) : 0;
  }

  /** What follows an opening quote. */
  private boolean string() {
    int length = json.length();
    long counted = 2; // the quotes
    while (at < length) {
      char c = json.charAt(at++);
      if (c == '"') {
        bytes += counted;
        return true;
      }
      if (c == '\\') {
        int escaped = escape();
        if (escaped == 0) {
          return false;
        }
        counted += escaped;
      } else if (c < 0x80) {
        if (c < ' ') {
          return false;
        }
        counted++;
      } else if (!Character.isSurrogate(c)) {
        counted += c < 0x800 ? 2 : 3;
      } else if (Character.isHighSurrogate(c) && Character.isLowSurrogate(charAt(at))) {
        at++;
        counted += 4;
      } else {
        return false;
      }
    }
    return false;
  }

  /** Bytes of the character that follows a backslash; 0 if there is anything to explain. */
  private int escape() {
    return switch (charAt(at++)) {
      case '"', '\\', 'b', 'f', 'n', 'r', 't' -> 2;
      case '/' -> 1;
      case 'u' -> unicode();
      default -> 0;
    };
  }

  private int unicode() {
    int c = hex4();
    if (c <= 0) {
      return 0;
    }
    if (Character.isSurrogate((char) c)) {
      boolean pair =
          Character.isHighSurrogate((char) c)
              && charAt(at++) == '\\'
              && charAt(at++) == 'u'
              && Character.isLowSurrogate((char) hex4());
      return pair ? 4 : 0;
    }
    return c < 0x80 ? renderedAscii((char) c) : c < 0x800 ? 2 : 3;
  }

  private static int renderedAscii(char c) {
    return switch (c) {
      case '"', '\\', '\b', '\f', '\n', '\r', '\t' -> 2;
      default -> c < ' ' ? 6 : 1;
    };
  }

  private int hex4() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(charAt(at), 16);
      if (digit < 0 || charAt(at++) >= 0x80) { // digits of other scripts are none here
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
