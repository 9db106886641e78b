package org.outboxconnect.smt;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Builds the change event of one outbox insert as Debezium's PostgreSQL connector gives it; the
 * defaults are valid. Columns are those of the publication: no times, no position.
 */
public final class OutboxRecordBuilder {

  public static final String EVENT_ID = "01939f2e-7c00-7000-8000-000000000001";
  public static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static final Schema SOURCE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.Source")
          .field("schema", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
          .build();

  private static final Map<String, String> TYPE_NAMES =
      Map.of(
          "id", "io.debezium.data.Uuid",
          "payload", "io.debezium.data.Json",
          "headers", "io.debezium.data.Json",
          "created_at", "io.debezium.time.ZonedTimestamp");

  private final Map<String, Object> columns = new LinkedHashMap<>(); // column order is stable
  private final Map<String, String> defaults = new LinkedHashMap<>();
  private String topic = "outbox.public.outbox";
  private String table = "outbox";
  private String operation = "c";

  private OutboxRecordBuilder() {}

  public static OutboxRecordBuilder anOutboxInsert() {
    return aRow()
        .with("id", EVENT_ID)
        .with("aggregate_type", "order")
        .with("aggregate_id", "42")
        .with("event_type", "OrderPlaced")
        .with("payload", "{\"total\": 1.10}")
        .with("headers", "{\"traceparent\": \"" + TRACEPARENT + "\"}");
  }

  /** An insert into a table without any column. */
  public static OutboxRecordBuilder aRow() {
    return new OutboxRecordBuilder();
  }

  /** A text column, or with null an SQL NULL; any other value makes the column of its type. */
  public OutboxRecordBuilder with(String column, Object value) {
    columns.put(column, value);
    return this;
  }

  /** An SQL NULL in a column that has a DEFAULT, which Debezium puts into the schema. */
  public OutboxRecordBuilder withNull(String column, String columnDefault) {
    defaults.put(column, columnDefault);
    return with(column, null);
  }

  public OutboxRecordBuilder without(String column) {
    columns.remove(column);
    return this;
  }

  public OutboxRecordBuilder operation(String code) {
    operation = code;
    return this;
  }

  public OutboxRecordBuilder table(String name) {
    table = name;
    return this;
  }

  public OutboxRecordBuilder topic(String name) {
    topic = name;
    return this;
  }

  public SourceRecord build() {
    return build(envelope());
  }

  /** With a schema made before, as a connector does: one object for all records of a table. */
  public SourceRecord build(Schema envelope) {
    Struct value =
        new Struct(envelope)
            .put("source", source())
            .put("op", operation)
            .put("ts_ms", 1_700_000_000_000L);
    switch (operation) {
      case "d" -> value.put("before", row(envelope));
      case "t" -> {} // names no row
      default -> value.put("after", row(envelope));
    }
    Schema key = SchemaBuilder.struct().name(topic + ".Key").field("id", idSchema()).build();
    Struct keyValue = new Struct(key).put("id", columns.get("id"));
    return new SourceRecord(
        Map.of("server", "outbox"), Map.of("lsn", 7L), topic, null, key, keyValue, envelope, value);
  }

  public Schema envelope() {
    SchemaBuilder row = SchemaBuilder.struct().name(topic + ".Value").optional();
    columns.forEach((column, value) -> row.field(column, schemaOf(column, value)));
    return SchemaBuilder.struct()
        .name(topic + ".Envelope")
        .version(2)
        .field("before", row.build())
        .field("after", row.build())
        .field("source", SOURCE)
        .field("op", Schema.STRING_SCHEMA)
        .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
        .build();
  }

  private Struct row(Schema envelope) {
    Struct row = new Struct(envelope.field("after").schema());
    columns.forEach(row::put);
    return row;
  }

  private Struct source() {
    return new Struct(SOURCE).put("schema", "public").put("table", table).put("lsn", 4711L);
  }

  private static Schema idSchema() {
    return SchemaBuilder.string().name("io.debezium.data.Uuid").optional().build();
  }

  private Schema schemaOf(String column, Object value) {
    if (value instanceof Long) {
      return Schema.OPTIONAL_INT64_SCHEMA;
    }
    SchemaBuilder text = SchemaBuilder.string().optional();
    if (defaults.containsKey(column)) {
      text.defaultValue(defaults.get(column));
    }
    String typeName = TYPE_NAMES.get(column);
    return (typeName == null ? text : text.name(typeName)).build();
  }
}
