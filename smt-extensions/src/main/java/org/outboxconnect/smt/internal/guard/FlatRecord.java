package org.outboxconnect.smt.internal.guard;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A record of texts alone, put together piece by piece, that fits into what a producer accepts: of
 * what is too long, length and SHA-256 are written in its place. Used on one thread for one record.
 */
final class FlatRecord {

  static final String KEY = "aggregate_id";
  static final String VALUE = "payload";

  private static final String PREFIX = "outbox.";
  private static final String GIVEN = "given";
  private static final int LONGEST_COLUMN = 16 * 1024;

  private final Map<String, String> pieces = new LinkedHashMap<>(); // may be left out
  private final Map<String, byte[]> originals = new HashMap<>(); // where it isn't the text's UTF-8
  private final Headers kept = new ConnectHeaders(); // never left out: short, or made here
  private Headers given = new ConnectHeaders();

  /** Starts with headers of before, less those that only we write. */
  FlatRecord(Headers before) {
    for (Header header : before) {
      if (!header.key().startsWith(PREFIX)) {
        given.add(header);
      }
    }
  }

  /** Adds what a column holds; nothing for null. */
  void piece(String name, @Nullable String text) {
    if (text != null) {
      pieces.put(name, text);
    }
  }

  /** Adds a text that was made of other bytes; length and hash, if it comes to that, are theirs. */
  void piece(String name, String text, byte[] original) {
    pieces.put(name, text);
    originals.put(name, original);
  }

  /** Adds a header that is never left out, of no more than a few hundred bytes. */
  void header(String name, String text) {
    kept.addString(PREFIX + name, text);
  }

  /**
   * Makes the record; partition and key decide nothing that the given one had decided.
   *
   * @param maxBytes of key, value and headers, at least {@link Quarantine#LEAST_BYTES}
   */
  <R extends ConnectRecord<R>> R replacing(R record, String topic, int maxBytes) {
    for (String name : List.copyOf(pieces.keySet())) {
      if (!name.equals(VALUE) && RecordSize.of(pieces.get(name)) > LONGEST_COLUMN) {
        leaveOut(name);
      }
    }
    while (size() > maxBytes && !(pieces.isEmpty() && given.isEmpty())) {
      leaveOutLongest();
    }
    return record.newRecord(
        topic,
        null,
        Schema.OPTIONAL_STRING_SCHEMA,
        pieces.get(KEY),
        Schema.OPTIONAL_STRING_SCHEMA,
        pieces.get(VALUE),
        record.timestamp(),
        headers());
  }

  private long size() {
    return RecordSize.of(pieces.get(KEY))
        + RecordSize.of(pieces.get(VALUE))
        + RecordSize.of(headers());
  }

  private Headers headers() {
    Headers headers = given.duplicate();
    pieces.forEach(
        (name, text) -> {
          if (!name.equals(KEY) && !name.equals(VALUE)) {
            headers.addString(PREFIX + name, text);
          }
        });
    kept.forEach(headers::add);
    return headers;
  }

  private void leaveOutLongest() {
    String longest = GIVEN;
    long most = RecordSize.of(given);
    for (Map.Entry<String, String> piece : pieces.entrySet()) {
      long size = RecordSize.of(piece.getValue());
      if (size > most) {
        longest = piece.getKey();
        most = size;
      }
    }
    leaveOut(longest);
  }

  private void leaveOut(String name) {
    byte[] content = bytesOf(name);
    pieces.remove(name);
    header(name + ".length", Integer.toString(content.length));
    header(name + ".sha256", HexFormat.of().formatHex(sha256(content)));
  }

  private byte[] bytesOf(String name) {
    String text = pieces.get(name);
    if (text == null) {
      return leaveOutGiven();
    }
    byte[] original = originals.get(name);
    return original == null ? text.getBytes(StandardCharsets.UTF_8) : original;
  }

  private byte[] leaveOutGiven() {
    StringBuilder texts = new StringBuilder();
    for (Header header : given) {
      texts.append(header.key()).append(header.value() == null ? "" : header.value());
    }
    given = new ConnectHeaders();
    return texts.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
