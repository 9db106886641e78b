package org.outboxconnect.smt.internal.guard;

/** Sizes of texts as Kafka's StringSerializer writes them. */
final class Utf8 {

  private Utf8() {}

  /** Bytes in UTF-8, counted without making them; half a surrogate pair becomes a question mark. */
  static long length(String text) {
    int length = text.length();
    long bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        continue;
      }
      bytes++;
      if (c < 0x800) {
        continue;
      }
      if (!Character.isSurrogate(c)) {
        bytes++;
      } else if (isPair(text, i)) {
        bytes++; // 4 bytes of 2 chars
        i++;
      } else {
        bytes--;
      }
    }
    return bytes;
  }

  private static boolean isPair(String text, int first) {
    return Character.isHighSurrogate(text.charAt(first))
        && first + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(first + 1));
  }
}
