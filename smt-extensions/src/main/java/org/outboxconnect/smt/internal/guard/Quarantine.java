package org.outboxconnect.smt.internal.guard;

import java.util.Base64;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.outboxconnect.smt.internal.message.LogicalMessage;
import org.outboxconnect.smt.internal.row.Column;
import org.outboxconnect.smt.internal.row.OutboxRow;

/**
 * Takes events aside that can't be sent: flat records of texts that any converter for text writes,
 * with all columns of the row and the reason. Immutable.
 *
 * @param topic where to
 * @param maxBytes of such a record's key, value and headers together
 */
public record Quarantine(String topic, int maxBytes) {

  /**
   * In these a quarantined record always finds room: each of its twelve pieces has at most 150
   * bytes, or is left out and takes as much, and rule, reason and topic names of 249 characters
   * take less than 1,500.
   */
  public static final int LEAST_BYTES = 4_096;

  /** The record to send in place of the event's. */
  public <R extends ConnectRecord<R>> R take(R record, OutboxRow row, Violation violation) {
    FlatRecord flat = new FlatRecord(record.headers());
    for (Column column : Column.values()) {
      flat.piece(column.toString(), row.textIfAny(column));
    }
    flat.piece("schema", row.tableSchema());
    flat.piece("table", row.tableName());
    flat.piece("lsn", row.logSequenceNumber());
    return explained(flat, violation).replacing(record, topic, maxBytes);
  }

  /** The record to send in place of a message that holds no event. */
  public <R extends ConnectRecord<R>> R take(
      R record, LogicalMessage message, Violation violation) {
    FlatRecord flat = new FlatRecord(record.headers());
    flat.piece("prefix", message.prefix());
    flat.piece("lsn", message.logSequenceNumber());
    byte[] content = message.content();
    String text = message.text().orElse(null);
    if (text == null) {
      text = Base64.getEncoder().encodeToString(content);
      flat.header("payload.encoding", "base64");
    }
    flat.piece(FlatRecord.VALUE, text, content);
    return explained(flat, violation).replacing(record, topic, maxBytes);
  }

  private static FlatRecord explained(FlatRecord flat, Violation violation) {
    flat.header("rule", violation.rule().toString());
    flat.header("reason", violation.reason());
    flat.piece("topic", violation.topic());
    return flat;
  }
}
