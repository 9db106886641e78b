package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.debezium.transforms.outbox.EventRouter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.ByteUtils;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.StringConverter;

/**
 * The chain of {@code outbox-cdc.json} as a worker runs it: guard, then headers and EventRouter
 * where the predicate holds.
 */
final class PackagedChain {

  private static final Path CONNECTOR =
      Path.of(System.getProperty("outbox.root"), "connector-configs", "outbox-cdc.json");

  private final OutboxGuard<SourceRecord> guard = new OutboxGuard<>();
  private final IsOutboxInsert<SourceRecord> predicate = new IsOutboxInsert<>();
  private final OutboxHeaders<SourceRecord> headers = new OutboxHeaders<>();
  private final EventRouter<SourceRecord> router = new EventRouter<>();

  /** The packaged settings, and others for the guard; those of headers go to both. */
  PackagedChain(Map<String, String> settings) {
    Map<String, String> guardSettings = packaged("transforms.guard.");
    guardSettings.putAll(settings);
    guard.configure(guardSettings);
    Map<String, String> headerSettings = packaged("transforms.headers.");
    settings.forEach(
        (key, value) -> {
          if (new OutboxHeaders<>().config().names().contains(key)) {
            headerSettings.put(key, value);
          }
        });
    headers.configure(headerSettings);
    predicate.configure(packaged("predicates.isOutboxInsert."));
    router.configure(packaged("transforms.outbox."));
  }

  private static Map<String, String> packaged(String prefix) {
    Map<String, String> settings = new HashMap<>();
    for (Map.Entry<String, JsonNode> setting : config().properties()) {
      if (setting.getKey().startsWith(prefix)) {
        settings.put(setting.getKey().substring(prefix.length()), setting.getValue().asText());
      }
    }
    settings.remove("predicate"); // Connect acts on it
    return settings;
  }

  private static JsonNode config() {
    try {
      return new JsonMapper().readTree(CONNECTOR.toFile()).get("config");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  OutboxGuard<SourceRecord> guard() {
    return guard;
  }

  /** What the worker hands to the converters; null for a record that the chain drops. */
  SourceRecord relayed(SourceRecord record) {
    SourceRecord checked = guard.apply(record);
    return checked == null ? null : afterGuard(checked);
  }

  /** The rest of the chain. */
  SourceRecord afterGuard(SourceRecord checked) {
    SourceRecord withHeaders = predicate.test(checked) ? headers.apply(checked) : checked;
    return predicate.test(withHeaders) ? router.apply(withHeaders) : withHeaders;
  }

  /** EventRouter without the predicate in front of it. */
  SourceRecord routed(SourceRecord record) {
    return router.apply(record);
  }

  /**
   * Bytes of key, value, header names and header values as the packaged converters write them; the
   * latter two with the lengths before them, in Kafka's own arithmetic.
   */
  static long serialisedSize(SourceRecord record) {
    long bytes =
        size(record.keySchema(), record.key()) + size(record.valueSchema(), record.value());
    for (Header header : record.headers()) {
      long name = header.key().getBytes(UTF_8).length;
      long value = size(header.schema(), header.value());
      bytes += name + ByteUtils.sizeOfVarlong(name) + value + ByteUtils.sizeOfVarlong(value);
    }
    return bytes;
  }

  /** A header's value as the packaged converter writes it. */
  static byte[] bytes(SourceRecord record, String name) {
    Header header = record.headers().lastWithName(name);
    return new StringConverter().fromConnectHeader("t", name, header.schema(), header.value());
  }

  private static long size(Schema schema, Object value) {
    byte[] bytes = new StringConverter().fromConnectData("t", schema, value);
    return bytes == null ? 0 : bytes.length;
  }
}
