package org.outboxconnect.smt.internal.message;

import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;

/** The schemas that Debezium gives the change events of one outbox table. */
final class ChangeSchemas {

  private static final Schema UUID =
      SchemaBuilder.string().name("io.debezium.data.Uuid").version(1).build();
  private static final Schema JSON = json().build();
  private static final Schema HEADERS = json().defaultValue("{}").build();

  private final String topic;
  private final Schema key;
  private final Schema row;
  private final Schema envelope;

  private ChangeSchemas(String topic, Schema key, Schema row, Schema envelope) {
    this.topic = topic;
    this.key = key;
    this.row = row;
    this.envelope = envelope;
  }

  /**
   * Makes the schemas.
   *
   * @param message schema of a logical message, which has parts in common with a change event
   * @param topic raw topic of the table
   */
  static ChangeSchemas of(Schema message, String topic) {
    Schema key = SchemaBuilder.struct().name(topic + ".Key").field("id", UUID).build();
    Schema row =
        SchemaBuilder.struct()
            .name(topic + ".Value")
            .optional()
            .field("id", UUID)
            .field("aggregate_type", Schema.STRING_SCHEMA)
            .field("aggregate_id", Schema.STRING_SCHEMA)
            .field("event_type", Schema.STRING_SCHEMA)
            .field("payload", JSON)
            .field("headers", HEADERS)
            .build();
    return new ChangeSchemas(topic, key, row, envelope(message, topic, row));
  }

  private static Schema envelope(Schema message, String topic, Schema row) {
    SchemaBuilder envelope =
        SchemaBuilder.struct()
            .name(topic + ".Envelope")
            .version(2)
            .field("before", row)
            .field("after", row)
            .field("source", message.field("source").schema());
    Field transaction = message.field("transaction");
    if (transaction != null) {
      envelope.field("transaction", transaction.schema());
    }
    return envelope
        .field("op", Schema.STRING_SCHEMA)
        .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
        .field("ts_us", Schema.OPTIONAL_INT64_SCHEMA)
        .field("ts_ns", Schema.OPTIONAL_INT64_SCHEMA)
        .build();
  }

  private static SchemaBuilder json() {
    return SchemaBuilder.string().name("io.debezium.data.Json").version(1);
  }

  String topic() {
    return topic;
  }

  Schema key() {
    return key;
  }

  Schema envelope() {
    return envelope;
  }

  Struct keyOf(MessageRow event) {
    return new Struct(key).put("id", event.id());
  }

  /** The change without what only the message knows: source, transaction and time. */
  Struct insertOf(MessageRow event) {
    Struct after =
        new Struct(row)
            .put("id", event.id())
            .put("aggregate_type", event.aggregateType())
            .put("aggregate_id", event.aggregateId())
            .put("event_type", event.eventType())
            .put("payload", event.payload())
            .put("headers", event.headers());
    return new Struct(envelope).put("after", after).put("op", "c");
  }
}
