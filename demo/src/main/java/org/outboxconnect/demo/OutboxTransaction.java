package org.outboxconnect.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/**
 * The pattern: the order, the event and the demo's own record of it are one transaction. Immutable,
 * safe for use by many threads with a connection each.
 */
final class OutboxTransaction implements OrderTransaction {

  private final OutboxWriter outbox = OutboxWriter.builder().build();

  @Override
  public void run(Connection connection, Order order, OutboxEvent event) throws SQLException {
    change(connection, order, event);
    outbox.append(connection, event);
    connection.commit();
  }

  /** Everything but the event: the order's row, and the demo's record of what it should find. */
  static void change(Connection connection, Order order, OutboxEvent event) throws SQLException {
    try (PreparedStatement upsert =
            connection.prepareStatement(
                "INSERT INTO orders (id, version) VALUES (?, ?)"
                    + " ON CONFLICT (id) DO UPDATE SET version = excluded.version");
        PreparedStatement record =
            connection.prepareStatement("INSERT INTO written (event_id) VALUES (?)")) {
      upsert.setString(1, order.id());
      upsert.setInt(2, order.version());
      upsert.executeUpdate();
      record.setObject(1, event.id());
      record.executeUpdate();
    }
  }
}
