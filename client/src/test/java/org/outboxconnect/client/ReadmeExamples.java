package org.outboxconnect.client;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;

/** The examples of client/README.md; a test compares the texts between the marks. */
final class ReadmeExamples {

  private ReadmeExamples() {}

  // tag::write
  private static final OutboxWriter OUTBOX = OutboxWriter.builder().build();

  static void placeOrder(DataSource dataSource, String orderId, int total) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO orders (id, total) VALUES (?, ?)")) {
        insert.setString(1, orderId);
        insert.setInt(2, total);
        insert.executeUpdate();
      }
      OUTBOX.append(
          connection,
          OutboxEvent.of("order", orderId, "OrderPlaced", "{\"total\": " + total + "}"));
      connection.commit(); // order and event, or neither
    }
  }

  // end::write

  // tag::object
  record OrderPlaced(String orderId, BigDecimal total, Instant at) {}

  static OutboxEvent orderPlaced(String orderId, BigDecimal total) {
    return OutboxEvent.builder()
        .aggregateType("order")
        .aggregateId(orderId)
        .eventType("OrderPlaced")
        .payload(new OrderPlaced(orderId, total, Instant.now()))
        .header("schemaVersion", "2")
        .build();
  }

  // end::object

  // tag::consume
  private static final Inbox INBOX = Inbox.forConsumer("shipping");

  static void ship(DataSource dataSource, UUID eventId, String orderId) throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      if (INBOX.record(connection, eventId) == InboxOutcome.FIRST_TIME) {
        try (PreparedStatement insert =
            connection.prepareStatement("INSERT INTO shipments (order_id) VALUES (?)")) {
          insert.setString(1, orderId);
          insert.executeUpdate();
        }
      }
      connection.commit(); // only then commit the record's offset
    }
  }
  // end::consume
}
