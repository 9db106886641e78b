package org.outboxconnect.bench.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.outboxconnect.client.OutboxEvent;

/**
 * What a service would write by hand: one INSERT of the same arrays, sent as {@code OutboxWriter}
 * sends its own. Nothing is checked before, and no slot is asked for.
 */
final class PlainInsert implements Call {

  private final String sql;

  PlainInsert(String table) {
    sql =
        ("INSERT INTO %s (id, aggregate_type, aggregate_id, event_type, payload, headers)"
                + " SELECT id, aggregate_type, aggregate_id, event_type, payload::jsonb, headers::jsonb"
                + " FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])"
                + " AS event (id, aggregate_type, aggregate_id, event_type, payload, headers)")
            .formatted(table);
  }

  @Override
  public void write(Connection connection, List<OutboxEvent> events) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, 1, events, event -> event.id().toString());
      bind(statement, 2, events, OutboxEvent::aggregateType);
      bind(statement, 3, events, OutboxEvent::aggregateId);
      bind(statement, 4, events, OutboxEvent::eventType);
      bind(statement, 5, events, OutboxEvent::payloadJson);
      bind(statement, 6, events, event -> "{}");
      statement.execute();
    }
  }

  private static void bind(
      PreparedStatement statement,
      int position,
      List<OutboxEvent> events,
      Function<OutboxEvent, String> column)
      throws SQLException {
    String[] values = new String[events.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(events.get(i));
    }
    statement.setArray(position, statement.getConnection().createArrayOf("text", values));
  }
}
