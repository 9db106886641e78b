package org.outboxconnect.smt.internal.row;

import java.util.Optional;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;

/**
 * Knows outbox inserts among the records of a connector. What it found out about a schema is kept
 * by the schema's identity (comparing schemas by content costs more than the look-up saves), for
 * the last few schemas: a connector uses one object per table until the table changes.
 *
 * <p>Safe for use by many threads: two that meet a new schema at once both look, and one result
 * stays.
 */
public final class OutboxTables {

  /** More than an outbox-only connector ever has in use; a miss costs a few field look-ups. */
  private static final int CAPACITY = 16;

  private record Known(Schema schema, Optional<OutboxTable> table) {}

  private volatile Known[] known = {}; // never changed in place

  /** Empty for anything that is not an insert into an outbox table, whatever its topic. */
  public Optional<OutboxRow> insertedBy(ConnectRecord<?> record) {
    if (!(record.value() instanceof Struct change)) {
      return Optional.empty(); // tombstone, or a record without schema
    }
    return tableOf(change.schema()).flatMap(table -> OutboxRow.inserted(table, change, record));
  }

  private Optional<OutboxTable> tableOf(Schema schema) {
    for (Known one : known) {
      if (one.schema() == schema) {
        return one.table();
      }
    }
    return learn(schema);
  }

  private Optional<OutboxTable> learn(Schema schema) {
    Optional<OutboxTable> table = OutboxTable.of(schema);
    Known[] before = known;
    Known[] after = new Known[Math.min(before.length + 1, CAPACITY)];
    after[0] = new Known(schema, table);
    System.arraycopy(before, 0, after, 1, after.length - 1); // the oldest falls out at the end
    known = after;
    return table;
  }

  int size() {
    return known.length;
  }
}
