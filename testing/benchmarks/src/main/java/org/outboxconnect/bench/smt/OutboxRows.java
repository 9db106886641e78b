package org.outboxconnect.bench.smt;

import io.debezium.data.Envelope;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.outboxconnect.bench.event.TracedEvent;

/**
 * Inserts into the outbox as Debezium's PostgreSQL connector gives them: its envelope, one schema
 * object for all of them, the columns of our publication, all values of their own.
 */
final class OutboxRows {

  private static final String TOPIC = "outbox.public.outbox";
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private static final Schema SOURCE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.Source")
          .field("version", Schema.STRING_SCHEMA)
          .field("connector", Schema.STRING_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .field("snapshot", Schema.OPTIONAL_STRING_SCHEMA)
          .field("db", Schema.STRING_SCHEMA)
          .field("sequence", Schema.OPTIONAL_STRING_SCHEMA)
          .field("ts_us", Schema.OPTIONAL_INT64_SCHEMA)
          .field("ts_ns", Schema.OPTIONAL_INT64_SCHEMA)
          .field("schema", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("txId", Schema.OPTIONAL_INT64_SCHEMA)
          .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
          .field("xmin", Schema.OPTIONAL_INT64_SCHEMA)
          .build();

  private static final Schema ROW =
      SchemaBuilder.struct()
          .name(TOPIC + ".Value")
          .optional()
          .field("id", named("io.debezium.data.Uuid"))
          .field("aggregate_type", Schema.STRING_SCHEMA)
          .field("aggregate_id", Schema.STRING_SCHEMA)
          .field("event_type", Schema.STRING_SCHEMA)
          .field("payload", named("io.debezium.data.Json"))
          .field("headers", named("io.debezium.data.Json"))
          .build();

  private static final Schema KEY =
      SchemaBuilder.struct()
          .name(TOPIC + ".Key")
          .field("id", named("io.debezium.data.Uuid"))
          .build();

  private static final Envelope ENVELOPE =
      Envelope.defineSchema()
          .withName(TOPIC + ".Envelope")
          .withRecord(ROW)
          .withSource(SOURCE)
          .build();

  private OutboxRows() {}

  private static Schema named(String name) {
    return SchemaBuilder.string().name(name).version(1).build();
  }

  /** That many inserts. */
  static SourceRecord[] build(int count) {
    SourceRecord[] records = new SourceRecord[count];
    for (int i = 0; i < count; i++) {
      records[i] = insert(new TracedEvent("Order", i));
    }
    return records;
  }

  private static SourceRecord insert(TracedEvent event) {
    String id = new UUID(0x0193_9f2e_7c00_7000L, event.sequence()).toString();
    Struct row =
        new Struct(ROW)
            .put("id", id)
            // Text of its own, as a decoder makes it: a shared constant would bring its hash along.
            .put("aggregate_type", String.valueOf(event.aggregateType().toCharArray()))
            .put("aggregate_id", event.aggregateId())
            .put("event_type", String.valueOf(TracedEvent.EVENT_TYPE.toCharArray()))
            .put("payload", event.payload())
            .put("headers", event.headers());
    return new SourceRecord(
        Map.of("server", "outbox"),
        Map.of("lsn", event.sequence()),
        TOPIC,
        null,
        KEY,
        new Struct(KEY).put("id", id),
        ENVELOPE.schema(),
        ENVELOPE.create(row, source(event.sequence()), NOW));
  }

  private static Struct source(long sequence) {
    return new Struct(SOURCE)
        .put("version", "3.7.0.Final")
        .put("connector", "postgresql")
        .put("name", "outbox")
        .put("ts_ms", NOW.toEpochMilli())
        .put("snapshot", "false")
        .put("db", "shop")
        .put("sequence", "[\"%d\",\"%d\"]".formatted(sequence, sequence + 1))
        .put("ts_us", NOW.toEpochMilli() * 1_000)
        .put("ts_ns", NOW.toEpochMilli() * 1_000_000)
        .put("schema", "public")
        .put("table", "outbox")
        .put("txId", sequence)
        .put("lsn", sequence);
  }
}
