package org.outboxconnect.schema;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** What the write functions are given per event; the defaults are valid. */
record Event(
    UUID id,
    String aggregateType,
    String aggregateId,
    String eventType,
    String payload,
    String headers) {

  static Event anEvent() {
    return new Event(null, "Order", "42", "OrderPlaced", "{\"total\": 7}", null);
  }

  Event withId(UUID value) {
    return new Event(value, aggregateType, aggregateId, eventType, payload, headers);
  }

  Event withAggregateType(String value) {
    return new Event(id, value, aggregateId, eventType, payload, headers);
  }

  Event withAggregateId(String value) {
    return new Event(id, aggregateType, value, eventType, payload, headers);
  }

  Event withEventType(String value) {
    return new Event(id, aggregateType, aggregateId, value, payload, headers);
  }

  Event withPayload(String value) {
    return new Event(id, aggregateType, aggregateId, eventType, value, headers);
  }

  Event withHeaders(String value) {
    return new Event(id, aggregateType, aggregateId, eventType, payload, value);
  }

  /** Calls the array form of {@code outbox_write} once and returns the ids that it returned. */
  static List<UUID> write(Connection connection, Event... events) throws SQLException {
    return call(connection, "outbox_write", events).stream().map(UUID.class::cast).toList();
  }

  /**
   * Calls the array form of a function once and returns what it returned: ids or positions.
   *
   * @param function quoted as SQL wants it
   */
  static List<Object> call(Connection connection, String function, Event... events)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT %s(?, ?, ?, ?, ?, ?)".formatted(function))) {
      statement.setArray(1, array(connection, "uuid", Event::id, events));
      statement.setArray(2, array(connection, "text", Event::aggregateType, events));
      statement.setArray(3, array(connection, "text", Event::aggregateId, events));
      statement.setArray(4, array(connection, "text", Event::eventType, events));
      statement.setArray(5, array(connection, "text", Event::payload, events));
      statement.setArray(6, array(connection, "text", Event::headers, events));
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return Arrays.asList((Object[]) result.getArray(1).getArray());
      }
    }
  }

  /** Calls the one-row form of a function and returns what it returned: an id or a position. */
  Object callOne(Connection connection, String function) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT %s(?, ?, ?, ?::jsonb, coalesce(?, '{}')::jsonb, ?)".formatted(function))) {
      bind(statement, aggregateType, aggregateId, eventType, payload, headers, id);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getObject(1);
      }
    }
  }

  /** Inserts the row without any function. */
  void insert(Connection connection) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO outbox (aggregate_type, aggregate_id, event_type, payload, headers, id)"
                + " VALUES (?, ?, ?, ?::jsonb, coalesce(?, '{}')::jsonb,"
                + " coalesce(?, gen_random_uuid()))")) {
      bind(statement, aggregateType, aggregateId, eventType, payload, headers, id);
      statement.executeUpdate();
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i], i == 5 ? Types.OTHER : Types.VARCHAR);
    }
  }

  private static Array array(
      Connection connection, String type, Function<Event, Object> column, Event... events)
      throws SQLException {
    Object[] elements = new Object[events.length];
    for (int i = 0; i < events.length; i++) {
      elements[i] = column.apply(events[i]);
    }
    return connection.createArrayOf(type, elements);
  }
}
