package org.outboxconnect.smt.internal.row;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Where the parts of an outbox insert lie in the change events of one captured table. Debezium's
 * classes can't be seen from another plugin folder, so its envelope is known by name and fields.
 */
final class OutboxTable {

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
  private final Map<Column, Field> columns = new EnumMap<>(Column.class);

  private OutboxTable(Field operation, Field after, @Nullable Field source) {
    this.operation = operation;
    this.after = after;
    this.source = source;
    for (Column column : Column.values()) {
      Field field = after.schema().field(column.toString());
      if (field != null) {
        columns.put(column, field);
      }
    }
  }

  /** Empty unless the schema is a change event's of a table that has the outbox columns. */
  static Optional<OutboxTable> of(Schema schema) {
    if (schema.name() == null || !schema.name().endsWith(ENVELOPE_SUFFIX)) {
      return Optional.empty();
    }
    Field operation = schema.field("op");
    Field after = schema.field("after");
    if (operation == null || after == null || !isOutboxRow(after.schema())) {
      return Optional.empty();
    }
    return Optional.of(new OutboxTable(operation, after, schema.field("source")));
  }

  private static boolean isOutboxRow(Schema row) {
    return row.type() == Schema.Type.STRUCT
        && SIGNATURE.stream().allMatch(column -> row.field(column) != null);
  }

  /** Debezium's code of what happened to the row. */
  Field operation() {
    return operation;
  }

  /** The row after the change. */
  Field after() {
    return after;
  }

  /** Where the change comes from: table, position and more. */
  @Nullable Field source() {
    return source;
  }

  /** Null if the table, or the publication, lacks the column. */
  @Nullable Field column(Column column) {
    return columns.get(column);
  }
}
