package org.outboxconnect.bench.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.outboxconnect.client.OutboxEvent;

/**
 * An empty outbox the naive way: one INSERT and one DELETE by id for each event, two round trips.
 */
final class NaivePairs implements Call {

  private final String insert;
  private final String delete;

  NaivePairs(String table) {
    insert =
        ("INSERT INTO %s (id, aggregate_type, aggregate_id, event_type, payload, headers)"
                + " VALUES (?::uuid, ?, ?, ?, ?::jsonb, ?::jsonb)")
            .formatted(table);
    delete = "DELETE FROM %s WHERE id = ?::uuid".formatted(table);
  }

  @Override
  public void write(Connection connection, List<OutboxEvent> events) throws SQLException {
    for (OutboxEvent event : events) {
      try (PreparedStatement statement = connection.prepareStatement(insert)) {
        statement.setString(1, event.id().toString());
        statement.setString(2, event.aggregateType());
        statement.setString(3, event.aggregateId());
        statement.setString(4, event.eventType());
        statement.setString(5, event.payloadJson());
        statement.setString(6, "{}");
        statement.execute();
      }
      try (PreparedStatement statement = connection.prepareStatement(delete)) {
        statement.setString(1, event.id().toString());
        statement.execute();
      }
    }
  }
}
