package org.outboxconnect.smt.internal.guard;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.jspecify.annotations.Nullable;
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

  private static final byte[] NOTHING = {};

  /** The record to send in place of the event's. */
  public <R extends ConnectRecord<R>> R take(R record, OutboxRow row, Violation violation) {
    FlatRecord flat = new FlatRecord(record.headers());
    flat.key("aggregate_id", row.textIfAny(Column.AGGREGATE_ID));
    flat.header("id", row.textIfAny(Column.ID));
    flat.header("aggregate_type", row.textIfAny(Column.AGGREGATE_TYPE));
    flat.header("event_type", row.textIfAny(Column.EVENT_TYPE));
    flat.header("headers", row.textIfAny(Column.HEADERS));
    flat.header("created_at", row.textIfAny(Column.CREATED_AT));
    flat.header("schema", row.tableSchema());
    flat.header("table", row.tableName());
    flat.header("lsn", row.logSequenceNumber());
    explain(flat, violation);
    String payload = row.textIfAny(Column.PAYLOAD);
    flat.value(payload, bytes(payload), maxBytes);
    return flat.replacing(record, topic);
  }

  /** The record to send in place of a message that holds no event. */
  public <R extends ConnectRecord<R>> R take(
      R record, LogicalMessage message, Violation violation) {
    FlatRecord flat = new FlatRecord(record.headers());
    flat.header("prefix", message.prefix());
    flat.header("lsn", message.lsn());
    explain(flat, violation);
    byte[] content = message.content();
    String text = message.text().orElse(null);
    if (text == null) {
      text = Base64.getEncoder().encodeToString(content);
      flat.header("payload.encoding", "base64");
    }
    flat.value(text, content, maxBytes);
    return flat.replacing(record, topic);
  }

  private static void explain(FlatRecord flat, Violation violation) {
    flat.header("rule", violation.rule().toString());
    flat.header("reason", violation.reason());
    flat.header("topic", violation.topic());
  }

  /** Only needed if the record is too large for its payload. */
  private static byte[] bytes(@Nullable String text) {
    return text == null ? NOTHING : text.getBytes(StandardCharsets.UTF_8);
  }
}
