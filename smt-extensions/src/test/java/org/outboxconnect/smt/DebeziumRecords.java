package org.outboxconnect.smt;

import static org.outboxconnect.smt.OutboxRecordBuilder.aRow;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/** What else comes out of a connector: each kind of record that is no outbox insert. */
final class DebeziumRecords {

  private DebeziumRecords() {}

  /** One record of each kind, by a name for the test report. */
  static Map<String, SourceRecord> foreign() {
    Map<String, SourceRecord> records = new LinkedHashMap<>(uncaptured());
    records.putAll(otherChanges());
    records.putAll(otherTables());
    return records;
  }

  /** Changes of an outbox that add no row. */
  static Map<String, SourceRecord> otherChanges() {
    Map<String, SourceRecord> records = new LinkedHashMap<>();
    records.put("update", anOutboxInsert().operation("u").build());
    records.put("delete", anOutboxInsert().operation("d").build());
    records.put("truncate", anOutboxInsert().operation("t").build());
    return records;
  }

  /** Changes of tables that are no outbox. */
  static Map<String, SourceRecord> otherTables() {
    Map<String, SourceRecord> records = new LinkedHashMap<>();
    OutboxRecordBuilder orders = aRow().table("orders").with("id", "1").with("total", 5L);
    for (String operation : new String[] {"c", "r", "u", "d", "t"}) {
      records.put("other table, " + operation, orders.operation(operation).build());
    }
    records.put("table with one outbox column", aRow().with("aggregate_id", "1").build());
    return records;
  }

  /** What is no change of a table. */
  static Map<String, SourceRecord> uncaptured() {
    Map<String, SourceRecord> records = new LinkedHashMap<>();
    records.put("tombstone", tombstone());
    records.put("heartbeat", heartbeat());
    records.put("logical message", logicalMessage());
    records.put("transaction metadata", transaction());
    records.put("schema change", schemaChange());
    records.put("envelope by name only", envelopeByNameOnly());
    records.put("outbox columns without envelope", bareRow());
    records.put("no schema", withoutSchema());
    records.put("text", value(Schema.STRING_SCHEMA, "plain"));
    return records;
  }

  static SourceRecord tombstone() {
    SourceRecord delete = anOutboxInsert().operation("d").build();
    return delete.newRecord(
        delete.topic(), null, delete.keySchema(), delete.key(), null, null, null);
  }

  private static SourceRecord heartbeat() {
    Schema schema = named("io.debezium.connector.common.Heartbeat").build();
    return value(schema, new Struct(schema).put("ts_ms", 1L));
  }

  private static SourceRecord logicalMessage() {
    return OutboxMessageBuilder.aMessage().prefix("app.audit").content("x").build();
  }

  private static SourceRecord transaction() {
    Schema schema =
        named("io.debezium.connector.common.TransactionMetadataValue")
            .field("status", Schema.STRING_SCHEMA)
            .build();
    return value(schema, new Struct(schema).put("ts_ms", 1L).put("status", "BEGIN"));
  }

  private static SourceRecord schemaChange() {
    Schema schema =
        named("io.debezium.connector.postgresql.SchemaChangeValue")
            .field("ddl", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    return value(schema, new Struct(schema).put("ts_ms", 1L));
  }

  private static SourceRecord envelopeByNameOnly() {
    Schema schema = named("other.Envelope").build();
    return value(schema, new Struct(schema).put("ts_ms", 1L));
  }

  /** What an unwrapping transformation would leave of an insert. */
  private static SourceRecord bareRow() {
    Struct row = ((Struct) anOutboxInsert().build().value()).getStruct("after");
    return value(row.schema(), row);
  }

  private static SourceRecord withoutSchema() {
    Map<String, Object> after = Map.of("aggregate_type", "order", "aggregate_id", "42");
    return value(null, Map.of("op", "c", "after", after));
  }

  private static SchemaBuilder named(String name) {
    return SchemaBuilder.struct().name(name).field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA);
  }

  private static SourceRecord value(Schema schema, Object value) {
    return new SourceRecord(Map.of(), Map.of(), "outbox.public.outbox", schema, value);
  }
}
