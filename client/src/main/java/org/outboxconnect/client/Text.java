package org.outboxconnect.client;

import java.util.Optional;

/** What PostgreSQL can't store in any text, and how text is shown in messages. */
final class Text {

  /** Letters, marks and a symbol by their kind, but nobody can see them. */
  private static final String INVISIBLE =
      "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0"
          + "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07"
          + "\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f";

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

  /**
   * The text for a message: valid UTF-16 on one line, without characters that can't be seen or that
   * turn the rest around; at most {@code max} characters of it.
   */
  static String printable(String text, int max) {
    StringBuilder shown = new StringBuilder();
    text.codePoints().limit(max).forEach(point -> appendPrintable(shown, point));
    return text.codePointCount(0, text.length()) > max
        ? shown.append('…').toString()
        : shown.toString();
  }

  private static void appendPrintable(StringBuilder shown, int point) {
    if (isVisible(point)) {
      shown.appendCodePoint(point);
    } else if (Character.isBmpCodePoint(point)) {
      shown.append("\\u%04x".formatted(point));
    } else {
      shown.append("\\u{%x}".formatted(point));
    }
  }

  private static boolean isVisible(int point) {
    if (INVISIBLE.indexOf(point) >= 0) {
      return false;
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL, // line ends and terminal sequences
          Character.FORMAT, // zero width, bidirectional overrides, tags
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      // Of the blanks only the common one: others look like it, or like nothing.
      case Character.SPACE_SEPARATOR -> point == ' ';
      default -> true;
    };
  }

  /** A pair is read as one code point, above the surrogates. */
  private static boolean isLoneSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
