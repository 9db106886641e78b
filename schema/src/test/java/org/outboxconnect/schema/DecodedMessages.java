package org.outboxconnect.schema;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the WAL messages of slot and publication {@code outbox} as a relay would. */
final class DecodedMessages {

  private static final String NEXT_CHANGES =
      "SELECT data FROM pg_logical_slot_get_binary_changes('outbox', NULL, NULL,"
          + " 'proto_version', '1', 'publication_names', 'outbox', 'messages', 'true')";

  private DecodedMessages() {}

  /** One message; {@code transactional} as the server says. */
  record Message(boolean transactional, String prefix, String content) {}

  /** Messages emitted since the last call; fails on any change of a row. */
  static List<Message> next(Connection connection) throws SQLException {
    List<Message> decoded = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(NEXT_CHANGES);
        ResultSet messages = statement.executeQuery()) {
      while (messages.next()) {
        ByteBuffer message = ByteBuffer.wrap(messages.getBytes(1));
        char kind = (char) message.get();
        switch (kind) {
          case 'B', 'C' -> {} // begin and commit
          case 'M' -> decoded.add(read(message));
          default -> throw new AssertionError("Unexpected change of kind " + kind);
        }
      }
    }
    return decoded;
  }

  private static Message read(ByteBuffer message) {
    boolean transactional = message.get() == 1;
    message.getLong(); // LSN
    String prefix = DecodedInserts.readText(message);
    return new Message(transactional, prefix, DecodedInserts.readValue(message));
  }
}
