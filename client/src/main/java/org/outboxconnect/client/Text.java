package org.outboxconnect.client;

import java.util.Optional;

/** What PostgreSQL can't store in any text, and how text is shown in messages. */
final class Text {

  private Text() {}

  /** Names the first character that no text of PostgreSQL can hold. */
  static Optional<String> unstorable(CharSequence text) {
    int i = 0;
    while (i < text.length()) {
      int point = Character.codePointAt(text, i);
      if (point == 0) {
        return Optional.of("NUL (U+0000)");
      }
      if (isLoneSurrogate(point)) {
        return Optional.of("an unpaired surrogate (U+%04X)".formatted(point));
      }
      i += Character.charCount(point);
    }
    return Optional.empty();
  }

  /** Length in UTF-8 of text without unpaired surrogates. */
  static int utf8Length(CharSequence text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a pair stands for two of its four bytes.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }

  /** The text for a message: on one line, valid UTF-16, at most {@code max} characters of it. */
  static String printable(String text, int max) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(max).forEach(point -> appendPrintable(shown, point));
    return text.codePointCount(0, text.length()) > max
        ? shown.append('…').toString()
        : shown.toString();
  }

  private static void appendPrintable(StringBuilder shown, int point) {
    if (Character.isISOControl(point) || isLoneSurrogate(point)) {
      shown.append("\\u%04x".formatted(point));
    } else {
      shown.appendCodePoint(point);
    }
  }

  /** A pair is read as one code point, above the surrogates. */
  private static boolean isLoneSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
