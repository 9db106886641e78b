package org.outboxconnect.client.examples;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/** Plain JDBC. The source may be a pool. */
final class JdbcOrders implements Orders {

  private final DataSource dataSource;
  private final OutboxWriter outbox;

  JdbcOrders(DataSource dataSource, OutboxWriter outbox) {
    this.dataSource = dataSource;
    this.outbox = outbox;
  }

  // tag::jdbc
  @Override
  public void place(String orderId, int total) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO orders (id, total) VALUES (?, ?)")) {
        insert.setString(1, orderId);
        insert.setInt(2, total);
        insert.executeUpdate();
      }
      outbox.append(
          connection,
          OutboxEvent.of("order", orderId, "OrderPlaced", "{\"total\": " + total + "}"));
      connection.commit(); // without it, close() rolls back
    }
  }
  // end::jdbc
}
