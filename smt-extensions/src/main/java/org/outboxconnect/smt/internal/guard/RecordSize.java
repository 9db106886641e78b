package org.outboxconnect.smt.internal.guard;

import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.smt.internal.header.HeaderSet;
import org.outboxconnect.smt.internal.row.Column;
import org.outboxconnect.smt.internal.row.OutboxRow;

/**
 * The bytes of a record as the converters for text write it: key, value, and each header's name and
 * value with their lengths, two bytes for a small header. Few headers make little of them; a
 * hundred thousand would exceed the producer's limit. What Kafka adds once for a record isn't
 * counted.
 */
final class RecordSize {

  private static final String ID_HEADER = "id"; // EventRouter adds it

  private static final int LONGEST_CHARACTER = 3; // bytes per Java char; a pair takes 4

  /** More than the names of the headers that every record has, and the value of createdAt. */
  private static final int FIXED = 64;

  private RecordSize() {}

  /**
   * Tells, by the number of characters alone, that a record is small enough; false says nothing.
   * Nearly all records are far below the limit, and counting bytes costs more than all else here.
   */
  static boolean isSurelyWithin(long maxBytes, OutboxRow row, Headers given) {
    if (!given.isEmpty()) {
      return false;
    }
    // A header with its lengths is never longer than the JSON that it is read from.
    long characters =
        characters(row, Column.AGGREGATE_ID)
            + characters(row, Column.PAYLOAD)
            + characters(row, Column.HEADERS)
            + characters(row, Column.EVENT_TYPE)
            + 2 * characters(row, Column.ID)
            + FIXED;
    return LONGEST_CHARACTER * characters <= maxBytes;
  }

  private static long characters(OutboxRow row, Column column) {
    String text = row.nullableText(column);
    return text == null ? 0 : text.length();
  }

  /** The record that the chain makes of a row which keeps the rules. */
  static long of(OutboxRow row, HeaderSet headers, Headers given) {
    return Utf8.length(row.text(Column.AGGREGATE_ID))
        + Utf8.length(row.text(Column.PAYLOAD))
        + of(headers.replacingIn(given))
        + of(ID_HEADER, row.text(Column.ID));
  }

  /** All of them. */
  static long of(Headers headers) {
    long bytes = 0;
    for (Header header : headers) {
      bytes += of(header.key(), header.value());
    }
    return bytes;
  }

  /** One header. */
  private static long of(String name, @Nullable Object value) {
    return withLength(Utf8.length(name)) + withLength(of(value));
  }

  /** Kafka's record format has the length before the bytes, as a zigzag varint. */
  private static long withLength(long bytes) {
    long length = 1;
    for (long left = (2 * bytes) >>> 7; left > 0; left >>>= 7) {
      length++;
    }
    return length + bytes;
  }

  /** A key, a value, or the value of a header. */
  static long of(@Nullable Object text) {
    return text == null ? 0 : Utf8.length(text.toString());
  }
}
