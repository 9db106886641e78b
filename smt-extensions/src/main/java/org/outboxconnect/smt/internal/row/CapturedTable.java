package org.outboxconnect.smt.internal.row;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of a row lie in the change events of one captured table, an outbox or not.
 * Debezium's classes can't be seen from another plugin folder, so its envelope is known by name and
 * fields.
 */
final class CapturedTable {

  private static final String ENVELOPE_SUFFIX = ".Envelope";

  /**
   * Two columns make an outbox, not all of them: a table that lacks one of the others, for example
   * through the publication's column list, must fail by name. Taken for a foreign table, its events
   * would go to the raw topic with the task RUNNING.
   */
  private static final List<String> SIGNATURE = List.of("aggregate_type", "aggregate_id");

  private final Field operation;
  private final Field after;
  private final @Nullable Field source;
  private final boolean outbox;
  private final Map<Column, Field> columns = new EnumMap<>(Column.class);

  private CapturedTable(Field operation, Field after, @Nullable Field source) {
    this.operation = operation;
    this.after = after;
    this.source = source;
    this.outbox = isOutboxRow(after.schema());
    if (after.schema().type() != Schema.Type.STRUCT) {
      return; // no row of any table
    }
    for (Column column : Column.values()) {
      Field field = after.schema().field(column.toString());
      if (field != null) {
        columns.put(column, field);
      }
    }
  }

  /** Empty unless the schema is a change event's. */
  static Optional<CapturedTable> of(Schema schema) {
    if (schema.name() == null || !schema.name().endsWith(ENVELOPE_SUFFIX)) {
      return Optional.empty();
    }
    Field operation = schema.field("op");
    Field after = schema.field("after");
    if (operation == null || after == null) {
      return Optional.empty();
    }
    return Optional.of(new CapturedTable(operation, after, schema.field("source")));
  }

  private static boolean isOutboxRow(Schema row) {
    return row.type() == Schema.Type.STRUCT
        && SIGNATURE.stream().allMatch(column -> row.field(column) != null);
  }

  /** Whether its rows have what makes an outbox. */
  boolean isOutbox() {
    return outbox;
  }

  /** Debezium's code of what happened to the row; "null" if there is none. */
  String operationOf(Struct change) {
    return String.valueOf(change.get(operation));
  }

  /** The row after the change, null if the change names none. */
  @Nullable Struct rowOf(Struct change) {
    return change.get(after) instanceof Struct row ? row : null;
  }

  /** A field of where the change comes from, as text: schema, table, lsn; null if there is none. */
  @Nullable String sourceOf(Struct change, String name) {
    if (source == null
        || !(change.get(source) instanceof Struct origin)
        || origin.schema().field(name) == null) {
      return null;
    }
    Object value = origin.get(name);
    return value == null ? null : value.toString();
  }

  /** Schema and name of the table, for messages. */
  String nameIn(Struct change) {
    return sourceOf(change, "schema") + "." + sourceOf(change, "table");
  }

  /** A captured change that no outbox can have, for a message: names columns, never content. */
  DataException foreign(Struct change) {
    List<String> columns =
        after.schema().type() == Schema.Type.STRUCT
            ? after.schema().fields().stream().map(Field::name).toList()
            : List.of();
    return new DataException(
        ("Change [%s] of table [%s] at LSN [%s] is none of an outbox: expected a row with columns %s,"
                + " found columns %s. [Hint: take the table out of table.include.list and of the"
                + " publication, or rename the columns]")
            .formatted(
                operationOf(change), nameIn(change), sourceOf(change, "lsn"), SIGNATURE, columns));
  }

  /** Null if the table, or the publication, lacks the column. */
  @Nullable Field column(Column column) {
    return columns.get(column);
  }
}
