package org.outboxconnect.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a slot and a publication as a relay would, by pgoutput's protocol 1. */
final class DecodedInserts {

  private static final String NEXT_CHANGES =
      "SELECT data FROM pg_logical_slot_get_binary_changes(?, NULL, NULL,"
          + " 'proto_version', '1', 'publication_names', ?)";

  private final List<String> columns = new ArrayList<>();
  private final List<Map<String, String>> inserts = new ArrayList<>();

  private DecodedInserts() {}

  /** Rows inserted since the last call, by column name; fails on any other kind of change. */
  static List<Map<String, String>> next(Connection connection) throws SQLException {
    return next(connection, "outbox", "outbox");
  }

  /** The same, of another slot and a publication whose name needs no quotes. */
  static List<Map<String, String>> next(Connection connection, String slot, String publication)
      throws SQLException {
    DecodedInserts decoded = new DecodedInserts();
    try (PreparedStatement statement = connection.prepareStatement(NEXT_CHANGES)) {
      statement.setString(1, slot);
      statement.setString(2, publication);
      try (ResultSet messages = statement.executeQuery()) {
        while (messages.next()) {
          decoded.read(ByteBuffer.wrap(messages.getBytes(1)));
        }
      }
    }
    return decoded.inserts;
  }

  private void read(ByteBuffer message) {
    char kind = (char) message.get();
    switch (kind) {
      case 'B', 'C' -> {} // begin and commit
      case 'R' -> readRelation(message);
      case 'I' -> readInsert(message);
      default -> throw new AssertionError("Unexpected change of kind " + kind);
    }
  }

  private void readRelation(ByteBuffer message) {
    message.getInt(); // relation
    readText(message); // schema
    readText(message); // table
    message.get(); // replica identity
    columns.clear();
    for (int left = message.getShort(); left > 0; left--) {
      message.get(); // part of the key or not
      columns.add(readText(message));
      message.getInt(); // type
      message.getInt(); // type modifier
    }
  }

  private void readInsert(ByteBuffer message) {
    message.getInt(); // relation
    message.get(); // 'N': new row
    Map<String, String> row = new LinkedHashMap<>();
    int count = message.getShort();
    for (int i = 0; i < count; i++) {
      row.put(columns.get(i), message.get() == 't' ? readValue(message) : null);
    }
    inserts.add(row);
  }

  /** Text with its length in front. */
  static String readValue(ByteBuffer message) {
    byte[] text = new byte[message.getInt()];
    message.get(text);
    return new String(text, UTF_8);
  }

  /** Text with a zero byte behind it. */
  static String readText(ByteBuffer message) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (byte next = message.get(); next != 0; next = message.get()) {
      text.write(next);
    }
    return text.toString(UTF_8);
  }
}
