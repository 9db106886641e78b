package org.outboxconnect.demo;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.header.Header;
import org.outboxconnect.client.InboxOutcome;

/**
 * The consumer's handler: one row of {@code shipments} per event, in a table that would keep every
 * repeat. One transaction per batch of records, with the inbox inside; for one thread.
 */
final class Shipments {

  private final Connection connection;
  private final Deduplication deduplication;

  /**
   * @param connection used by this object alone; auto-commit is switched off
   * @throws SQLException if the connection is closed
   */
  Shipments(Connection connection, Deduplication deduplication) throws SQLException {
    this.connection = connection;
    this.deduplication = deduplication;
    connection.setAutoCommit(false);
  }

  /**
   * Applies what is new and commits.
   *
   * @throws SQLException if the database refused something; nothing of the batch is committed
   */
  void apply(ConsumerRecords<String, String> records) throws SQLException {
    try (PreparedStatement effect =
        connection.prepareStatement(
            "INSERT INTO shipments (event_id, order_id, version)"
                + " VALUES (?, ?, (?::jsonb ->> 'version')::bigint)")) {
      for (ConsumerRecord<String, String> record : records) {
        UUID event = eventId(record);
        if (deduplication.record(connection, event) == InboxOutcome.FIRST_TIME) {
          effect.setObject(1, event);
          effect.setString(2, record.key());
          effect.setString(3, record.value());
          effect.addBatch();
        }
      }
      effect.executeBatch();
    }
    connection.commit();
  }

  /** The event's id: what consumers know repeats by. */
  static UUID eventId(ConsumerRecord<String, String> record) {
    Header id = record.headers().lastHeader("id");
    if (id == null) {
      throw new DemoException(
          "Record at offset %d of partition %d of topic %s has no header [id]"
              .formatted(record.offset(), record.partition(), record.topic()));
    }
    return UUID.fromString(new String(id.value(), StandardCharsets.UTF_8));
  }
}
