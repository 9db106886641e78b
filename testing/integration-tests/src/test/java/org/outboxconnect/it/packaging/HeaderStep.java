package org.outboxconnect.it.packaging;

import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Main class of a child JVM: sends one outbox insert through the header SMT as a worker would load
 * it, and prints the headers.
 */
final class HeaderStep {

  static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private HeaderStep() {}

  /**
   * Prints {@code name=value} for each header, and {@code tracing=…} for whether OpenTelemetry can
   * be loaded.
   *
   * @param args plugin path
   */
  @SuppressWarnings("unchecked") // a plugin class has no type arguments at run time
  public static void main(String[] args) throws ReflectiveOperationException {
    ClassLoader loader = new WorkerPlugins(args[0], "service_load").loader();
    Class<?> type = Class.forName("org.outboxconnect.smt.OutboxHeaders", true, loader);
    System.out.println("tracing=" + canLoad("io.opentelemetry.api.OpenTelemetry", type));

    var smt = (Transformation<SourceRecord>) type.getConstructor().newInstance();
    smt.configure(Map.of());
    smt.apply(anOutboxInsert())
        .headers()
        .forEach(header -> System.out.println(header.key() + "=" + header.value()));
  }

  private static boolean canLoad(String name, Class<?> neighbour) {
    try {
      Class.forName(name, false, neighbour.getClassLoader());
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  private static SourceRecord anOutboxInsert() {
    Schema row =
        SchemaBuilder.struct()
            .field("id", Schema.STRING_SCHEMA)
            .field("aggregate_type", Schema.STRING_SCHEMA)
            .field("aggregate_id", Schema.STRING_SCHEMA)
            .field("event_type", Schema.STRING_SCHEMA)
            .field("payload", Schema.STRING_SCHEMA)
            .field("headers", Schema.STRING_SCHEMA)
            .build();
    Schema envelope =
        SchemaBuilder.struct()
            .name("outbox.public.outbox.Envelope")
            .field("op", Schema.STRING_SCHEMA)
            .field("after", row)
            .build();
    Struct after =
        new Struct(row)
            .put("id", "01939f2e-7c00-7000-8000-000000000001")
            .put("aggregate_type", "order")
            .put("aggregate_id", "42")
            .put("event_type", "OrderPlaced")
            .put("payload", "{}")
            .put("headers", "{\"traceparent\": \"" + TRACEPARENT + "\"}");
    Struct change = new Struct(envelope).put("op", "c").put("after", after);
    return new SourceRecord(Map.of(), Map.of(), "outbox.public.outbox", envelope, change);
  }
}
