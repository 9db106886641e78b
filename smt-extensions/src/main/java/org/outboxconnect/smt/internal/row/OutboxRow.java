package org.outboxconnect.smt.internal.row;

import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** One inserted outbox row, with what messages need to name it. Content never enters a message. */
public final class OutboxRow {

  private final OutboxTable table;
  private final Struct change;
  private final Struct row;
  private final String topic;

  private OutboxRow(OutboxTable table, Struct change, Struct row, String topic) {
    this.table = table;
    this.change = change;
    this.row = row;
    this.topic = topic;
  }

  /**
   * Empty unless the change adds a row. A row that a snapshot reads ({@code r}) counts as added:
   * somebody asked for it, EventRouter routes it like an insert, and left alone it would end on the
   * raw topic where no consumer of events sees it. Consumers know repeats by their id.
   */
  static Optional<OutboxRow> inserted(OutboxTable table, Struct change, ConnectRecord<?> record) {
    Object operation = change.get(table.operation());
    if (!("c".equals(operation) || "r".equals(operation))) {
      return Optional.empty();
    }
    return change.get(table.after()) instanceof Struct row
        ? Optional.of(new OutboxRow(table, change, row, record.topic()))
        : Optional.empty();
  }

  /**
   * The column's text.
   *
   * @throws DataException if the column is missing, NULL or no text
   */
  public String text(Column column) {
    String text = nullableText(column);
    if (text == null) {
      throw new DataException(
          "Column [%s] of %s is NULL, expected a text. [Hint: the outbox table needs NOT NULL here]"
              .formatted(column, this));
    }
    return text;
  }

  /**
   * The column's text, null for an SQL NULL.
   *
   * @throws DataException if the column is missing or no text
   */
  public @Nullable String nullableText(Column column) {
    Field field = table.column(column);
    if (field == null) {
      throw missing(column);
    }
    Object value = row.get(field);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw new DataException(
        "Column [%s] of %s has type [%s], expected a text. [Hint: compare the table with the outbox migration]"
            .formatted(column, this, field.schema().type()));
  }

  private DataException missing(Column column) {
    return new DataException(
        ("%s has no column [%s], found columns %s."
                + " [Hint: add it to the column list of the publication, or to the table]")
            .formatted(this, column, row.schema().fields().stream().map(Field::name).toList()));
  }

  /** Names the event by its id, table, topic and position, for messages. */
  @Override
  public String toString() {
    return "event [%s] of table [%s.%s] on topic [%s] at LSN [%s]"
        .formatted(id(), sourceField("schema"), sourceField("table"), topic, sourceField("lsn"));
  }

  /** The event's id, for messages; "unknown" if there is no such column. */
  public String id() {
    Field id = table.column(Column.ID);
    return id == null ? "unknown" : String.valueOf(row.get(id));
  }

  private String sourceField(String name) {
    if (table.source() != null
        && change.get(table.source()) instanceof Struct source
        && source.schema().field(name) != null) {
      return String.valueOf(source.get(name));
    }
    return "unknown";
  }
}
