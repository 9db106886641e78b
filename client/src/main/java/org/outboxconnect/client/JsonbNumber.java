package org.outboxconnect.client;

/**
 * What jsonb makes of a JSON number: it keeps every digit and writes exponents out, so that a few
 * characters may become a very long text, or none at all.
 */
final class JsonbNumber {

  /** Returned for a number that PostgreSQL refuses with "value overflows numeric format". */
  static final int OVERFLOW = -1;

  // Limits of numeric: digits before and after the decimal point.
  private static final int MAX_INTEGER_DIGITS = 131_072;
  private static final int MAX_FRACTION_DIGITS = 16_383;
  // Beyond this, PostgreSQL refuses an exponent even for zero; newer versions take one more.
  private static final long MAX_EXPONENT = Integer.MAX_VALUE / 2 - 1;

  private JsonbNumber() {}

  /**
   * Length of the number as jsonb writes it, or {@link #OVERFLOW}. One too many for a negative
   * zero, which loses its sign.
   *
   * @param json a number in JSON syntax
   */
  static int renderedLength(String json) {
    int sign = json.charAt(0) == '-' ? 1 : 0;
    int end = indexOfExponent(json);
    long exponent = exponent(json, end);
    int point = json.indexOf('.');
    int integerEnd = point < 0 ? end : point;
    int fractionDigits = point < 0 ? 0 : end - point - 1;

    long fraction = Math.max(0, fractionDigits - exponent);
    long integer = 1;
    int first = firstNonZero(json, sign, end);
    if (first < end) {
      int beforePoint = first < integerEnd ? integerEnd - first : integerEnd - first + 1;
      integer = Math.max(1, beforePoint + exponent);
    }
    if (Math.abs(exponent) > MAX_EXPONENT
        || integer > MAX_INTEGER_DIGITS
        || fraction > MAX_FRACTION_DIGITS) {
      return OVERFLOW;
    }
    return Math.toIntExact(sign + integer + (fraction == 0 ? 0 : 1 + fraction));
  }

  private static int indexOfExponent(String json) {
    int index = Math.max(json.indexOf('e'), json.indexOf('E'));
    return index < 0 ? json.length() : index;
  }

  private static long exponent(String json, int end) {
    if (end == json.length()) {
      return 0;
    }
    long value = 0;
    for (int i = end + 1; i < json.length(); i++) {
      char c = json.charAt(i);
      if (Character.isDigit(c)) {
        value = Math.min(value * 10 + (c - '0'), MAX_EXPONENT + 1);
      }
    }
    return json.charAt(end + 1) == '-' ? -value : value;
  }

  private static int firstNonZero(String json, int from, int end) {
    int i = from;
    while (i < end && (json.charAt(i) == '0' || json.charAt(i) == '.')) {
      i++;
    }
    return i;
  }
}
