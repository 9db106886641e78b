package org.outboxconnect.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a relay reads from the slot: inserts in the form of pgoutput, protocol version 1. */
final class DecodedInserts {

  private static final String READ =
      "SELECT data FROM pg_logical_slot_get_binary_changes('outbox', NULL, NULL,"
          + " 'proto_version', '1', 'publication_names', 'outbox')";

  private DecodedInserts() {}

  /** Takes all changes off the slot; each insert is the list of its columns in the publication. */
  static List<List<String>> take(Connection connection) throws SQLException {
    List<List<String>> inserts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet changes = statement.executeQuery(READ)) {
      while (changes.next()) {
        ByteBuffer message = ByteBuffer.wrap(changes.getBytes(1));
        if (message.get() == 'I') {
          inserts.add(row(message));
        }
      }
    }
    return inserts;
  }

  private static List<String> row(ByteBuffer message) {
    message.getInt(); // oid of the table
    message.get(); // 'N': the new row follows
    List<String> columns = new ArrayList<>();
    int count = message.getShort();
    for (int i = 0; i < count; i++) {
      columns.add(message.get() == 't' ? text(message) : null);
    }
    return columns;
  }

  private static String text(ByteBuffer message) {
    byte[] bytes = new byte[message.getInt()];
    message.get(bytes);
    return new String(bytes, UTF_8);
  }
}
