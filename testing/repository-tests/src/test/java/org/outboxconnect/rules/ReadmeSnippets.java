package org.outboxconnect.rules;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.outboxconnect.client.Inbox;
import org.outboxconnect.client.InboxOutcome;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/** The Java code of the README, so that it compiles; {@link DocsTest} compares the lines. */
abstract class ReadmeSnippets {

  private final OutboxWriter writer = OutboxWriter.builder().build();
  private final Inbox inbox = Inbox.forConsumer("shipping");

  void write(Connection connection) throws SQLException {
    writer.append(connection, OutboxEvent.of("Order", "o-42", "OrderPlaced", "{\"total\": 12.5}"));
    connection.commit();
  }

  void apply(Connection connection, UUID messageId) throws SQLException {
    if (inbox.record(connection, messageId) == InboxOutcome.FIRST_TIME) {
      handle(connection);
    }
    connection.commit();
  }

  abstract void handle(Connection connection) throws SQLException;
}
