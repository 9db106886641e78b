package org.outboxconnect.smt.internal.row;

import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.jspecify.annotations.Nullable;

/**
 * Knows outbox inserts among the records of a connector. What it found out about a schema is kept
 * by the schema's identity (comparing schemas by content costs more than the look-up saves), for
 * the last few schemas: a connector uses one object per table until the table changes.
 *
 * <p>Safe for use by many threads: two that meet a new schema at once both look, and one result
 * stays.
 */
public final class OutboxTables {

  private record Known(Schema schema, Optional<CapturedTable> table) {}

  private final LastFew<Known> known = new LastFew<>(Known[]::new);

  /** Empty for anything that is not an insert into an outbox table, whatever its topic. */
  public Optional<OutboxRow> insertedBy(ConnectRecord<?> record) {
    if (!(record.value() instanceof Struct change)) {
      return Optional.empty(); // tombstone, or a record without schema
    }
    Optional<CapturedTable> table = tableOf(change.schema());
    return table.isPresent() && table.get().isOutbox()
        ? Optional.ofNullable(row(table.get(), change, record))
        : Optional.empty();
  }

  /**
   * Tells what the record is to the relay.
   *
   * @throws DataException for a captured change of a table that is no outbox, with its name: such a
   *     record would go to its raw topic with the task RUNNING, or be dropped without a sound
   */
  public Captured capturedBy(ConnectRecord<?> record) {
    if (!(record.value() instanceof Struct change)) {
      return Captured.NoChange.INSTANCE;
    }
    Optional<CapturedTable> found = tableOf(change.schema());
    if (found.isEmpty()) {
      return Captured.NoChange.INSTANCE;
    }
    CapturedTable table = found.get();
    OutboxRow row = table.isOutbox() ? row(table, change, record) : null;
    if (row != null) {
      return new Captured.Insert(row);
    }
    String operation = table.operationOf(change);
    if (!table.isOutbox() || isInsert(operation)) { // Debezium has no insert without a row
      throw table.foreign(change);
    }
    return new Captured.NoInsert(operation, table.nameIn(change));
  }

  private static @Nullable OutboxRow row(
      CapturedTable table, Struct change, ConnectRecord<?> record) {
    Struct row = isInsert(table.operationOf(change)) ? table.rowOf(change) : null;
    return row == null ? null : new OutboxRow(table, change, row, record);
  }

  /**
   * A row that a snapshot reads ({@code r}) counts as added: somebody asked for it, EventRouter
   * routes it like an insert, and left alone it would end on the raw topic where no consumer of
   * events sees it. Consumers know repeats by their id.
   */
  private static boolean isInsert(String operation) {
    return operation.equals("c") || operation.equals("r");
  }

  private Optional<CapturedTable> tableOf(Schema schema) {
    for (Known one : known.entries()) {
      if (one.schema() == schema) {
        return one.table();
      }
    }
    return learn(schema);
  }

  private Optional<CapturedTable> learn(Schema schema) {
    Optional<CapturedTable> table = CapturedTable.of(schema);
    known.add(new Known(schema, table));
    return table;
  }

  int size() {
    return known.entries().length;
  }
}
