package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.it.cdc.WalMessages.Event;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.EmbeddedStackBuilder;

/**
 * Every connector file of {@code connector-configs} as it is; ShardedPathIT runs the sharded one.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PackagedConnectorsIT {

  private static final int TRANSACTIONS = 20;
  private static final int EVENTS = 501;
  private static final Path FOLDER = CdcRoad.root().resolve("connector-configs");
  private static final String ID = "0199f000-0000-7000-8000-000000000001";

  @Nested
  class On_the_packaged_worker_lines {

    @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

    @BeforeAll
    static void createTheOutboxOfDays() throws Exception {
      try (Connection owner = ROAD.superuser();
          Statement statement = owner.createStatement()) {
        statement.execute("SELECT outbox_create_partitioned('sales', 'outbox_daily')");
        statement.execute("SET outbox.table_name = 'outbox_daily'");
        SchemaScripts.ADMIN.apply(owner);
      }
    }

    static List<String> files() throws IOException {
      try (Stream<Path> files = Files.list(FOLDER)) {
        return files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.matches("outbox-cdc.*\\.json"))
            .filter(name -> !name.contains("exactly-once")) // this worker refuses it
            .toList();
      }
    }

    @ParameterizedTest
    @MethodSource("files")
    void should_have_no_error_when_the_worker_validates_it(String file) {
      assertThat(errors(ROAD, file)).isEmpty();
    }

    @Test
    void should_be_refused_when_it_is_exactly_once_and_the_worker_is_not() {
      assertThat(errors(ROAD, "outbox-cdc-exactly-once.json"))
          .singleElement()
          .asString()
          .startsWith("exactly.once.support: ");
    }

    @ParameterizedTest
    @CsvSource({
      "outbox-cdc.json, outbox_write, Balanced",
      "outbox-cdc-low-latency.json, outbox_write, Fast",
      "outbox-cdc-high-throughput.json, outbox_write, Many",
      "outbox-cdc-wal-message.json, outbox_emit, Emitted",
      "outbox-cdc-wal-message.json, outbox_write, Kept",
      "outbox-cdc-partitioned.json, outbox_daily_append, Daily",
      "outbox-cdc-partitioned.json, outbox_write, BesideDaily"
    })
    void should_deliver_order_and_bytes_when_it_is_posted(
        String file, String function, String aggregateType) throws Exception {
      assertThat(ROAD.reconfigure(ROAD.packagedConnector(file)).running()).isTrue();

      List<ConsumerRecord<byte[], byte[]>> records = written(ROAD, function, aggregateType);

      assertDelivered(records);
      assertThat(records.get(EVENTS - 1).offset()).isEqualTo(EVENTS - 1); // no transaction
      assertThat(ROAD.texts("SELECT id FROM outbox")).isEmpty();
    }
  }

  @Nested
  class On_the_worker_lines_for_exactly_once {

    private static final String FILE = "outbox-cdc-exactly-once.json";

    @RegisterExtension
    static final CdcRoad ROAD = new CdcRoad(PackagedConnectorsIT::withExactlyOnceLines);

    @Test
    void should_deliver_order_and_bytes_in_transactions() throws Exception {
      assertThat(errors(ROAD, FILE)).isEmpty();
      ROAD.create(ROAD.packagedConnector(FILE));

      List<ConsumerRecord<byte[], byte[]>> records = written(ROAD, "outbox_write", "Once");

      assertDelivered(records);
      assertThat(records.get(EVENTS - 1).offset()) // the ends of transactions have offsets, too
          .isGreaterThan(EVENTS - 1);
    }
  }

  private static EmbeddedStackBuilder withExactlyOnceLines(EmbeddedStackBuilder stack) {
    return stack.furtherWorkerProperties(FOLDER.resolve("worker-exactly-once.properties"));
  }

  private static List<String> errors(CdcRoad road, String file) {
    JsonNode answer = road.rest().validate(road.packagedConnector(file));
    List<String> errors =
        answer.findParents("errors").stream()
            .filter(value -> !value.path("errors").isEmpty())
            .map(value -> value.path("name").asText() + ": " + value.path("errors"))
            .toList();
    assertThat(answer.path("error_count").asInt()).isEqualTo(errors.size());
    return errors;
  }

  /** Writes numbered events of one aggregate and one with odd text, and reads what arrives. */
  private static List<ConsumerRecord<byte[], byte[]>> written(
      CdcRoad road, String function, String aggregateType) throws Exception {
    WalMessages writer = new WalMessages(road);
    int perTransaction = (EVENTS - 1) / TRANSACTIONS;
    for (int t = 0; t < TRANSACTIONS; t++) {
      int first = t * perTransaction;
      writer.write(
          function,
          aggregateType,
          IntStream.range(first, first + perTransaction)
              .mapToObj(n -> new Event(null, "ä \"1\"", "{\"n\": %d}".formatted(n), "{}"))
              .toList());
    }
    writer.write(
        function,
        aggregateType,
        List.of(
            new Event(
                ID,
                "ä \"1\"",
                "{\"t\":\"ä€😀 \\\"q\\\"\",\"total\":1.10,\"a\":[],\"n\":null}",
                "{\"schemaVersion\":\"007\",\"größe\":\"€\"}")));
    try (TopicReader reader = road.reader(aggregateType + ".events")) {
      return reader.await(EVENTS);
    }
  }

  private static void assertDelivered(List<ConsumerRecord<byte[], byte[]>> records) {
    assertThat(records.subList(0, EVENTS - 1))
        .extracting(TopicReader::value)
        .containsExactlyElementsOf(
            IntStream.range(0, EVENTS - 1).mapToObj("{\"n\": %d}"::formatted).toList());
    assertThat(records).hasSize(EVENTS).extracting(TopicReader::key).containsOnly("ä \"1\"");
    ConsumerRecord<byte[], byte[]> last = records.get(EVENTS - 1);
    assertThat(TopicReader.value(last))
        .isEqualTo("{\"a\": [], \"n\": null, \"t\": \"ä€😀 \\\"q\\\"\", \"total\": 1.10}");
    assertThat(TopicReader.headers(last))
        .containsExactly(
            "eventId=" + ID,
            "eventType=Größe \"geändert\"",
            "größe=€",
            "id=" + ID,
            "schemaVersion=007");
  }
}
