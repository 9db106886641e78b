package org.outboxconnect.monitor.canary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * The text of a message, which no other has, and the forms in which a converter may carry it: as it
 * is, or in base64 or hexadecimal digits, as Debezium does with bytes. Its length is a multiple of
 * three, so that its base64 stands the same in any text.
 */
final class Token {

  private static final String BEGINNING = "canary"; // with 36 characters of a UUID: 42

  private Token() {}

  static String next() {
    return BEGINNING + UUID.randomUUID();
  }

  /** Tells whether the bytes of a record hold the text in one of its forms. */
  static boolean isIn(byte[] record, String text) {
    return forms(text).stream().anyMatch(form -> contains(record, form));
  }

  private static List<byte[]> forms(String text) {
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    return List.of(
        plain,
        Base64.getEncoder().encode(plain),
        Base64.getUrlEncoder().encode(plain),
        HexFormat.of().formatHex(plain).getBytes(StandardCharsets.UTF_8));
  }

  private static boolean contains(byte[] whole, byte[] part) {
    for (int begin = 0; begin + part.length <= whole.length; begin++) {
      int end = begin + part.length;
      if (whole[begin] == part[0] && Arrays.equals(whole, begin, end, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }
}
