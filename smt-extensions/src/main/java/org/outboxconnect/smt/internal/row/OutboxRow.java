package org.outboxconnect.smt.internal.row;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/** One inserted outbox row, with what messages need to name it. Content never enters a message. */
public final class OutboxRow {

  private static final int LONGEST_ID = 64; // a UUID has 36

  private final CapturedTable table;
  private final Struct change;
  private final Struct row;
  private final String topic;

  OutboxRow(CapturedTable table, Struct change, Struct row, ConnectRecord<?> record) {
    this.table = table;
    this.change = change;
    this.row = row;
    this.topic = record.topic();
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
    Object value = value(field);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw new DataException(
        "Column [%s] of %s has type [%s], expected a text. [Hint: compare the table with the outbox migration]"
            .formatted(column, this, field.schema().type()));
  }

  /** The column's text; null for an SQL NULL, a missing column, or one that is no text. */
  public @Nullable String textIfAny(Column column) {
    Field field = table.column(column);
    return field != null && value(field) instanceof String text ? text : null;
  }

  /**
   * Without the column's DEFAULT, which Connect would put in the place of an SQL NULL. Only that
   * very object is looked at again: Connect can do it by name alone, which costs a map look-up.
   */
  private @Nullable Object value(Field field) {
    Object value = row.get(field);
    return value != null && value == field.schema().defaultValue()
        ? row.getWithoutDefault(field.name())
        : value;
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
        .formatted(
            id(),
            orUnknown(tableSchema()),
            orUnknown(tableName()),
            topic,
            orUnknown(logSequenceNumber()));
  }

  /**
   * The event's id, for messages; "unknown" if there is no such column, "illegible" for a text that
   * is no name of anything.
   */
  public String id() {
    Field field = table.column(Column.ID);
    if (field == null) {
      return "unknown";
    }
    String id = String.valueOf(value(field));
    return isLegible(id) ? id : "illegible";
  }

  /** Printable, and short: what a table without our constraints holds must not flood a log. */
  private static boolean isLegible(String id) {
    return id.length() <= LONGEST_ID && id.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /** The topic that Debezium gave the change. */
  public String topic() {
    return topic;
  }

  /** The schema that the table is in; null if the change doesn't say. */
  public @Nullable String tableSchema() {
    return table.sourceOf(change, "schema");
  }

  /** The table; null if the change doesn't say. */
  public @Nullable String tableName() {
    return table.sourceOf(change, "table");
  }

  /** The position in the WAL; null if the change doesn't say. */
  public @Nullable String logSequenceNumber() {
    return table.sourceOf(change, "lsn");
  }

  private static String orUnknown(@Nullable String text) {
    return text == null ? "unknown" : text;
  }
}
