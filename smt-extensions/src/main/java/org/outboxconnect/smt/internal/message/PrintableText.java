package org.outboxconnect.smt.internal.message;

/** Text that others chose, as it may stand in a message or log line: bounded, and on one line. */
final class PrintableText {

  private static final int MAX_LENGTH = 128;

  private PrintableText() {}

  /** Escapes what doesn't print, and cuts what is too long; the length is told then. */
  static String of(String text) {
    StringBuilder printable = new StringBuilder();
    int at = 0;
    while (at < text.length() && at < MAX_LENGTH) {
      int codePoint = text.codePointAt(at);
      if (prints(codePoint)) {
        printable.appendCodePoint(codePoint);
      } else {
        printable.append("\\u{").append(Integer.toHexString(codePoint)).append('}');
      }
      at += Character.charCount(codePoint);
    }
    if (at < text.length()) {
      printable.append("… (").append(text.length()).append(" characters)");
    }
    return printable.toString();
  }

  /** Tells whether all of the text prints. */
  static boolean isPrintable(String text) {
    return text.codePoints().allMatch(PrintableText::prints);
  }

  private static boolean prints(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
