package org.outboxconnect.smt.internal.guard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record of texts alone, put together piece by piece, that fits into what a producer accepts:
 * what is too long is left out, and its length and SHA-256 are written in its place. Used on one
 * thread for one record.
 */
final class FlatRecord {

  static final int LONGEST_COLUMN = 16 * 1024;

  private static final String PREFIX = "outbox.";

  private final Headers headers = new ConnectHeaders();
  private @Nullable String key;
  private @Nullable String value;

  /** Starts with headers of before, less those that only we write. */
  FlatRecord(Headers given) {
    for (Header header : given) {
      if (!header.key().startsWith(PREFIX)) {
        headers.add(header);
      }
    }
  }

  /** Sets the key from a column; null stands for an SQL NULL. */
  void key(String column, @Nullable String text) {
    if (fits(column, text)) {
      key = text;
    }
  }

  /** Adds a header; none for null. */
  void header(String name, @Nullable String text) {
    if (text != null && fits(name, text)) {
      headers.addString(PREFIX + name, text);
    }
  }

  /** Sets the value, once all else is in. */
  void value(@Nullable String text, byte[] original, int maxBytes) {
    long bytes = RecordSize.of(key) + RecordSize.of(text) + RecordSize.of(headers);
    if (bytes <= maxBytes) {
      value = text;
    } else {
      describe("payload", original);
    }
  }

  private boolean fits(String column, @Nullable String text) {
    if (RecordSize.of(text) <= LONGEST_COLUMN) {
      return true;
    }
    describe(column, String.valueOf(text).getBytes(StandardCharsets.UTF_8));
    return false;
  }

  private void describe(String column, byte[] content) {
    headers.addString(PREFIX + column + ".length", Integer.toString(content.length));
    headers.addString(PREFIX + column + ".sha256", HexFormat.of().formatHex(sha256(content)));
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  /** Makes the record; partition and key decide nothing that the given one had decided. */
  <R extends ConnectRecord<R>> R replacing(R record, String topic) {
    return record.newRecord(
        topic,
        null,
        Schema.OPTIONAL_STRING_SCHEMA,
        key,
        Schema.OPTIONAL_STRING_SCHEMA,
        value,
        record.timestamp(),
        headers);
  }
}
