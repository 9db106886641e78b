package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.outboxconnect.smt.internal.header.JsonTexts;

/**
 * Builds the record of a logical message as Debezium's PostgreSQL connector gives it; the defaults
 * are an event that {@code outbox_emit} wrote.
 */
public final class OutboxMessageBuilder {

  private static final String FORM =
      "{\"id\":\"%s\",\"aggregate_type\":%s,\"aggregate_id\":%s,\"event_type\":%s,\"headers\":%s,\"payload\":%s}";

  private static final Schema KEY =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.MessageKey")
          .version(1)
          .field("prefix", Schema.OPTIONAL_STRING_SCHEMA)
          .build();

  private static final Schema SOURCE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.Source")
          .version(1)
          .field("version", Schema.STRING_SCHEMA)
          .field("connector", Schema.STRING_SCHEMA)
          .field("name", Schema.STRING_SCHEMA)
          .field("ts_ms", Schema.INT64_SCHEMA)
          .field("db", Schema.STRING_SCHEMA)
          .field("sequence", Schema.OPTIONAL_STRING_SCHEMA)
          .field("schema", Schema.STRING_SCHEMA)
          .field("table", Schema.STRING_SCHEMA)
          .field("txId", Schema.OPTIONAL_INT64_SCHEMA)
          .field("lsn", Schema.OPTIONAL_INT64_SCHEMA)
          .field("xmin", Schema.OPTIONAL_INT64_SCHEMA)
          .build();

  private static final Schema TRANSACTION =
      SchemaBuilder.struct()
          .name("event.block")
          .version(1)
          .optional()
          .field("id", Schema.STRING_SCHEMA)
          .field("total_order", Schema.INT64_SCHEMA)
          .build();

  private static final Schema BYTES = value(Schema.OPTIONAL_BYTES_SCHEMA);
  private static final Schema TEXT = value(Schema.OPTIONAL_STRING_SCHEMA);

  private String prefix = "outbox.public.outbox";
  private Object content = ByteBuffer.wrap(emitted().getBytes(UTF_8));
  private Schema schema = BYTES;
  private Long transaction = 815L;

  private OutboxMessageBuilder() {}

  public static OutboxMessageBuilder aMessage() {
    return new OutboxMessageBuilder();
  }

  /**
   * The text that {@code outbox_emit} writes for the defaults of the row builder. Without Jackson,
   * because one test loads this class as a worker would load ours.
   */
  public static String emitted() {
    return FORM.formatted(
        OutboxRecordBuilder.EVENT_ID,
        "\"order\"",
        "\"42\"",
        "\"OrderPlaced\"",
        "{\"traceparent\": \"" + OutboxRecordBuilder.TRACEPARENT + "\"}",
        "{\"total\": 1.10}");
  }

  /** The text that {@code outbox_emit} writes; texts are escaped, the last two are jsonb's text. */
  public static String emitted(
      String id,
      String type,
      String aggregateId,
      String eventType,
      String headers,
      String payload) {
    return FORM.formatted(
        id,
        JsonTexts.of(type),
        JsonTexts.of(aggregateId),
        JsonTexts.of(eventType),
        headers,
        payload);
  }

  public OutboxMessageBuilder prefix(String text) {
    prefix = text;
    return this;
  }

  public OutboxMessageBuilder content(String text) {
    return content(text.getBytes(UTF_8));
  }

  public OutboxMessageBuilder content(byte[] bytes) {
    content = ByteBuffer.wrap(bytes);
    return this;
  }

  /** As Connect allows it, too. */
  public OutboxMessageBuilder plainArray(byte[] bytes) {
    content = bytes;
    return this;
  }

  public OutboxMessageBuilder withoutContent() {
    content = null;
    return this;
  }

  /** As with {@code binary.handling.mode=base64}. */
  public OutboxMessageBuilder base64(String text) {
    content = text;
    schema = TEXT;
    return this;
  }

  /** As {@code pg_logical_emit_message(false, …)} writes it. */
  public OutboxMessageBuilder outsideTransaction() {
    transaction = null;
    return this;
  }

  public SourceRecord build() {
    Struct message =
        new Struct(schema.field("message").schema()).put("prefix", prefix).put("content", content);
    Struct value =
        new Struct(schema)
            .put("op", "m")
            .put("ts_ms", 1_700_000_000_000L)
            .put("source", source())
            .put("message", message);
    return new SourceRecord(
        Map.of("server", "outbox"),
        Map.of("lsn", 7L),
        "outbox.message",
        null,
        KEY,
        new Struct(KEY).put("prefix", prefix),
        schema,
        value);
  }

  private Struct source() {
    return new Struct(SOURCE)
        .put("version", "3.7.0.Final")
        .put("connector", "postgresql")
        .put("name", "outbox")
        .put("ts_ms", 1_699_999_999_999L)
        .put("db", "shop")
        .put("sequence", "[null,\"4711\"]")
        .put("schema", "")
        .put("table", "")
        .put("txId", transaction)
        .put("lsn", 4711L);
  }

  private static Schema value(Schema content) {
    Schema message =
        SchemaBuilder.struct()
            .name("io.debezium.connector.postgresql.Message")
            .version(1)
            .field("prefix", Schema.OPTIONAL_STRING_SCHEMA)
            .field("content", content)
            .build();
    return SchemaBuilder.struct()
        .name("io.debezium.connector.postgresql.MessageValue")
        .version(1)
        .field("op", Schema.STRING_SCHEMA)
        .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
        .field("source", SOURCE)
        .field("transaction", TRANSACTION)
        .field("message", message)
        .build();
  }
}
