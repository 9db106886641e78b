package org.outboxconnect.schema;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** What one call of {@code outbox_write} is given per event; the defaults are valid. */
record Event(
    UUID id,
    String aggregateType,
    String aggregateId,
    String eventType,
    String payload,
    String headers) {

  private static final String WRITE = "SELECT outbox_write(?, ?, ?, ?, ?, ?)";

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

  /** Calls the array form once and returns the ids that it returned. */
  static List<UUID> write(Connection connection, Event... events) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
      statement.setArray(1, array(connection, "uuid", Event::id, events));
      statement.setArray(2, array(connection, "text", Event::aggregateType, events));
      statement.setArray(3, array(connection, "text", Event::aggregateId, events));
      statement.setArray(4, array(connection, "text", Event::eventType, events));
      statement.setArray(5, array(connection, "text", Event::payload, events));
      statement.setArray(6, array(connection, "text", Event::headers, events));
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return List.of((UUID[]) result.getArray(1).getArray());
      }
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
