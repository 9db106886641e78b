package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.debezium.transforms.outbox.EventRouter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.StringConverter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.testing.Case;

/**
 * The record of the contract, byte by byte: our part and EventRouter with the packaged settings.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventRouterChainTest {

  private static final Path CONNECTOR =
      Path.of(System.getProperty("outbox.root"), "connector-configs", "outbox-cdc.json");

  private final IsOutboxInsert<SourceRecord> predicate = new IsOutboxInsert<>();
  private final OutboxHeaders<SourceRecord> headers = new OutboxHeaders<>();
  private final EventRouter<SourceRecord> router = new EventRouter<>();

  @BeforeEach
  void configure() throws IOException {
    predicate.configure(packaged("predicates.isOutboxInsert."));
    headers.configure(packaged("transforms.headers."));
    router.configure(packaged("transforms.outbox."));
  }

  /** As Connect does: the prefix goes, and so do the keys that Connect itself acts on. */
  private static Map<String, String> packaged(String prefix) throws IOException {
    JsonNode config = new JsonMapper().readTree(CONNECTOR.toFile()).get("config");
    Map<String, String> settings = new HashMap<>();
    for (Map.Entry<String, JsonNode> setting : config.properties()) {
      if (setting.getKey().startsWith(prefix)) {
        settings.put(setting.getKey().substring(prefix.length()), setting.getValue().asText());
      }
    }
    settings.remove("predicate");
    settings.remove("negate");
    return settings;
  }

  @Test
  void should_give_the_record_of_the_contract_when_a_row_is_inserted() {
    String payload = "{\"n\": 9007199254740993, \"amt\": 1.10, \"name\": \"Zoë 🚀\", \"tags\": []}";
    SourceRecord insert =
        anOutboxInsert()
            .with("aggregate_id", "order-42")
            .with("payload", payload)
            .with(
                "headers",
                "{\"n\": 7, \"tracestate\": \"a=1\", \"traceparent\": \"%s\"}"
                    .formatted(TRACEPARENT))
            .build();

    SourceRecord record = relayed(insert);

    assertThat(record.topic()).isEqualTo("order.events");
    assertThat(key(record)).isEqualTo("order-42");
    assertThat(value(record)).isEqualTo(payload);
    assertThat(headerTexts(record))
        .containsOnly(
            Map.entry("id", EVENT_ID),
            Map.entry("eventId", EVENT_ID),
            Map.entry("eventType", "OrderPlaced"),
            Map.entry("n", "7"),
            Map.entry("traceparent", TRACEPARENT),
            Map.entry("tracestate", "a=1"));
  }

  @Test
  @Case("30")
  void should_give_the_same_record_when_the_chain_is_retried_on_the_same_input() {
    SourceRecord insert = anOutboxInsert().build();
    Map<String, String> first = headerTexts(relayed(insert));

    assertThat(headerTexts(relayed(insert))).isEqualTo(first);
    assertThat(headerTexts(relayed(insert))).isEqualTo(first);
    assertThat(insert.headers()).isEmpty();
  }

  @Test
  @Case("30")
  void should_leave_a_record_alone_when_it_was_already_routed() {
    SourceRecord routed = relayed(anOutboxInsert().build());

    assertThat(relayed(routed)).isSameAs(routed);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("foreignRecords")
  void should_pass_a_record_untouched_when_it_is_no_outbox_insert(
      String kind, SourceRecord record) {
    assertThat(relayed(record)).as(kind).isSameAs(record);
  }

  static Stream<Arguments> foreignRecords() {
    return Stream.of(DebeziumRecords.uncaptured(), DebeziumRecords.otherChanges())
        .flatMap(records -> records.entrySet().stream())
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  /** As the worker runs the chain: each step only where the predicate holds for its input. */
  private SourceRecord relayed(SourceRecord record) {
    SourceRecord withHeaders = predicate.test(record) ? headers.apply(record) : record;
    return predicate.test(withHeaders) ? router.apply(withHeaders) : withHeaders;
  }

  private static String key(SourceRecord record) {
    return text(record.keySchema(), record.key());
  }

  private static String value(SourceRecord record) {
    return text(record.valueSchema(), record.value());
  }

  private static String text(Schema schema, Object value) {
    return new String(new StringConverter().fromConnectData("t", schema, value), UTF_8);
  }

  private static Map<String, String> headerTexts(SourceRecord record) {
    Map<String, String> texts = new TreeMap<>();
    for (Header header : record.headers()) {
      String text = text(header.schema(), header.value());
      assertThat(texts.put(header.key(), text)).as("second header " + header.key()).isNull();
    }
    return texts;
  }
}
