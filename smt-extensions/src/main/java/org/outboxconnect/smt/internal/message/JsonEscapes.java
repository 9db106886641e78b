package org.outboxconnect.smt.internal.message;

/**
 * The escapes of a JSON text. JSON allows some that stand for no character: half a surrogate pair,
 * which becomes a question mark on its way to Kafka, and {@code U+0000}, which PostgreSQL's texts
 * can't hold.
 */
final class JsonEscapes {

  private static final int LENGTH = 6; // of a backslash, a u and four digits

  private JsonEscapes() {}

  /**
   * Tells whether jsonb could hold all of them.
   *
   * @param json valid JSON that came from UTF-8, so that all surrogates in it are escaped
   */
  static boolean areOfJsonb(String json) {
    int at = json.indexOf('\\');
    while (at >= 0) {
      int length = 2;
      if (json.charAt(at + 1) == 'u') {
        length = lengthOfCharacter(json, at);
      }
      if (length == 0) {
        return false;
      }
      at = json.indexOf('\\', at + length);
    }
    return true;
  }

  /** How long the escapes of one character are; 0 if they stand for none. */
  private static int lengthOfCharacter(String json, int at) {
    char first = unit(json, at);
    if (!Character.isSurrogate(first)) {
      return first == 0 ? 0 : LENGTH;
    }
    int next = at + LENGTH;
    boolean pair =
        Character.isHighSurrogate(first)
            && json.startsWith("\\u", next)
            && Character.isLowSurrogate(unit(json, next));
    return pair ? 2 * LENGTH : 0;
  }

  private static char unit(String json, int at) {
    return (char) Integer.parseInt(json, at + 2, at + LENGTH, 16);
  }
}
