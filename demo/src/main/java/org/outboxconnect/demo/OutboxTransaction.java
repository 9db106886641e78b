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

  @Override
  public void run(OutboxWriter outbox, Connection connection, Order order, OutboxEvent event)
      throws SQLException {
    change(connection, order, event);
    outbox.append(connection, event);
    connection.commit();
  }

  /**
   * Everything but the event: the order's row, and the demo's record of what it should find. One
   * round trip for both, because on two cores round trips are what limits the rate.
   */
  static void change(Connection connection, Order order, OutboxEvent event) throws SQLException {
    try (PreparedStatement change =
        connection.prepareStatement(
            "WITH change AS (INSERT INTO orders (id, version) VALUES (?, ?)"
                + " ON CONFLICT (id) DO UPDATE SET version = excluded.version)"
                + " INSERT INTO written (event_id) VALUES (?)")) {
      change.setString(1, order.id());
      change.setInt(2, order.version());
      change.setObject(3, event.id());
      change.executeUpdate();
    }
  }
}
