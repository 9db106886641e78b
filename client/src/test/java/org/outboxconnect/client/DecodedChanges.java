package org.outboxconnect.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.client.DecodedChange.Kind;

/**
 * What a relay reads from slot {@code outbox}: rows and messages of committed transactions, in the
 * order of commits, by pgoutput's protocol version 1.
 */
final class DecodedChanges {

  private static final String READ =
      "SELECT data FROM pg_logical_slot_get_binary_changes('outbox', NULL, NULL,"
          + " 'proto_version', '1', 'publication_names', ?, 'messages', 'true')";
  private static final String PREFIX = "outbox.";

  private final List<DecodedChange> changes = new ArrayList<>();
  private List<String> columns = List.of();

  private DecodedChanges() {}

  /** Takes all changes off the slot. */
  static List<DecodedChange> take(Connection connection, String publication) throws SQLException {
    DecodedChanges decoded = new DecodedChanges();
    try (PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setString(1, publication);
      try (ResultSet messages = statement.executeQuery()) {
        while (messages.next()) {
          decoded.read(ByteBuffer.wrap(messages.getBytes(1)));
        }
      }
    }
    return decoded.changes;
  }

  private void read(ByteBuffer message) {
    char type = (char) message.get();
    switch (type) {
      case 'B', 'C', 'T' -> {} // begin, commit and truncate
      case 'R' -> columns = relation(message);
      case 'I' -> add(Kind.INSERT, row(message));
      case 'D' -> add(Kind.DELETE, row(message));
      case 'M' -> message(message);
      default -> throw new AssertionError("Unexpected change of type " + type);
    }
  }

  private void add(Kind kind, Map<String, String> row) {
    changes.add(
        new DecodedChange(
            kind,
            new DecodedEvent(
                row.get("id"),
                row.get("aggregate_type"),
                row.get("aggregate_id"),
                row.get("event_type"),
                row.get("payload"),
                row.get("headers"))));
  }

  private static List<String> relation(ByteBuffer message) {
    message.getInt(); // oid of the table
    name(message); // schema
    name(message); // table
    message.get(); // replica identity
    List<String> names = new ArrayList<>();
    for (int left = message.getShort(); left > 0; left--) {
      message.get(); // part of the key or not
      names.add(name(message));
      message.getInt(); // type
      message.getInt(); // type modifier
    }
    return names;
  }

  private Map<String, String> row(ByteBuffer message) {
    message.getInt(); // oid of the table
    message.get(); // 'N' for a new row, 'K' for the key of an old one
    Map<String, String> row = new HashMap<>();
    int count = message.getShort();
    for (int i = 0; i < count; i++) {
      row.put(columns.get(i), message.get() == 't' ? text(message) : null);
    }
    return row;
  }

  private void message(ByteBuffer message) {
    boolean transactional = message.get() == 1;
    message.getLong(); // its position in the WAL
    String prefix = name(message);
    String json = text(message);
    if (!prefix.startsWith(PREFIX)) {
      return; // of somebody else
    }
    if (!transactional) {
      throw new AssertionError("A message outside of the transaction: " + prefix);
    }
    add(Kind.MESSAGE, members(json));
  }

  /** The members of a flat object; a value that is no text is taken exactly as it stands. */
  private static Map<String, String> members(String json) {
    Map<String, String> members = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        boolean raw = name.equals("payload") || name.equals("headers");
        parser.nextToken();
        int start = (int) parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        parser.finishToken();
        members.put(
            name,
            raw
                ? json.substring(start, (int) parser.currentLocation().getCharOffset())
                : parser.getText());
      }
    } catch (IOException e) {
      throw new AssertionError("Not the JSON of an event: " + json, e);
    }
    return members;
  }

  private static String text(ByteBuffer message) {
    byte[] bytes = new byte[message.getInt()];
    message.get(bytes);
    return new String(bytes, UTF_8);
  }

  private static String name(ByteBuffer message) {
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    for (byte next = message.get(); next != 0; next = message.get()) {
      name.write(next);
    }
    return name.toString(UTF_8);
  }
}
