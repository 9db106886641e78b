package org.outboxconnect.smt.internal.message;

import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.outboxconnect.smt.internal.row.LastFew;

/**
 * Makes the change record that an insert of the same event into the outbox table gives.
 *
 * <p>Schemas are made once per outbox, because what stands behind knows a table by the identity of
 * its schema, and kept for the last few: names of outboxes come from prefixes that anybody can
 * write. Safe for use by many threads.
 */
public final class MessageChanges {

  private record Known(Schema message, ChangeSchemas schemas) {}

  private final LastFew<Known> known = new LastFew<>(Known[]::new);

  /** Makes changes without knowing any outbox yet. */
  public MessageChanges() {}

  /**
   * The change that stands for the message, as a new record with the same headers, offset and time.
   *
   * @param message what {@link LogicalMessage#forOutbox} found in the record
   * @param event what {@link LogicalMessage#row} said, so its outbox has a name
   */
  public <R extends ConnectRecord<R>> R changeOf(
      R record, LogicalMessage message, MessageRow event) {
    MessageTable table = message.table().orElseThrow();
    ChangeSchemas schemas = schemasOf(message, table);
    Struct change = schemas.insertOf(event).put("source", sourceOf(message, table));
    copy("transaction", message.change(), change);
    copy("ts_ms", message.change(), change);
    return record.newRecord(
        schemas.topic(),
        record.kafkaPartition(),
        schemas.key(),
        schemas.keyOf(event),
        schemas.envelope(),
        change,
        record.timestamp(),
        record.headers().duplicate());
  }

  private static Struct sourceOf(LogicalMessage message, MessageTable table) {
    Struct source = message.source();
    Struct copy = new Struct(source.schema());
    for (Field field : source.schema().fields()) {
      copy.put(field, source.get(field));
    }
    return copy.put("schema", table.schema()).put("table", table.table());
  }

  private static void copy(String name, Struct from, Struct to) {
    if (from.schema().field(name) != null) {
      to.put(name, from.get(name));
    }
  }

  private ChangeSchemas schemasOf(LogicalMessage message, MessageTable table) {
    // As Debezium names a table's topic: the topic prefix, which source calls name, then the table.
    String topic = message.source().getString("name") + "." + table.schema() + "." + table.table();
    Schema schema = message.change().schema();
    for (Known one : known.entries()) {
      if (one.message() == schema && one.schemas().topic().equals(topic)) {
        return one.schemas();
      }
    }
    return learn(schema, topic);
  }

  private ChangeSchemas learn(Schema message, String topic) {
    ChangeSchemas schemas = ChangeSchemas.of(message, topic);
    known.add(new Known(message, schemas));
    return schemas;
  }

  int size() {
    return known.entries().length;
  }
}
