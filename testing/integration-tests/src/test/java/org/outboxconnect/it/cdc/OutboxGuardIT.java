package org.outboxconnect.it.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.internals.ByteUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.testing.Case;

/** Rows that can't be sent go to the quarantine topic, and the relay goes on. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardIT {

  private static final int LIMIT = 20_000;
  private static final String QUARANTINED = "records-quarantined-total ";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  private static final HostileRows ROWS = new HostileRows(ROAD);

  @BeforeAll
  static void start() throws SQLException {
    ROWS.dropConstraints();
    ConnectorFile connector =
        ROAD.packagedConnector()
            .with("transforms.guard.on.violation", "quarantine")
            .with("transforms.guard.payload.max.bytes", Integer.toString(LIMIT))
            .with("skipped.operations", "none");
    assertThat(ROAD.reconfigure(connector).running()).isTrue();
  }

  @Test
  @Case("62")
  void should_deliver_the_good_and_take_the_bad_aside_when_rows_break_the_rules() throws Exception {
    Map<String, Long> before = counts("rule");
    Map<String, String> ruleById = new LinkedHashMap<>();
    int good = 0;
    for (Map.Entry<String, Breach> breach : breaches().entrySet()) {
      ROWS.insert("Good", "{\"n\": %d}".formatted(good++));
      ruleById.put(breach.getValue().write(), breach.getKey().replaceAll("/.*", ""));
    }
    ROWS.insert("Good", "{\"n\": %d}".formatted(good++));

    try (TopicReader events = ROAD.reader("Good.events");
        TopicReader quarantine = ROAD.reader("outbox.quarantine")) {
      assertThat(events.await(good))
          .extracting(TopicReader::value)
          .containsExactlyElementsOf(
              IntStream.range(0, good).mapToObj("{\"n\": %d}"::formatted).toList());
      Map<String, String> found = new LinkedHashMap<>();
      for (ConsumerRecord<byte[], byte[]> record : quarantine.await(ruleById.size())) {
        found.put(text(record, "outbox.id"), text(record, "outbox.rule"));
      }
      assertThat(found).containsAllEntriesOf(ruleById);
    }
    assertThat(ROAD.rest().status(CdcRoad.CONNECTOR).running()).isTrue();
    Map<String, Long> more = counts("rule");
    more.replaceAll((name, count) -> count - before.get(name));
    Map<String, Long> byRule = new TreeMap<>();
    ruleById.values().forEach(rule -> byRule.merge(QUARANTINED + rule, 1L, Long::sum));
    assertThat(more).containsAllEntriesOf(byRule).containsEntry(QUARANTINED + "message", 0L);
  }

  /** What the guard has counted, as the worker's JMX shows it. */
  private static Map<String, Long> counts(String tag) throws Exception {
    try (WorkerMetrics worker = WorkerMetrics.of(ROAD.stack().connect().worker(0))) {
      return worker.of(CdcRoad.CONNECTOR, "guard", tag);
    }
  }

  private interface Breach {
    String write() throws SQLException;
  }

  /** By rule and, after a slash, what tells it from others of the rule. */
  private static Map<String, Breach> breaches() {
    Map<String, Breach> breaches = new LinkedHashMap<>();
    breaches.put("event-id", () -> ROWS.insertWithout("id"));
    breaches.put("aggregate-type/NULL", () -> ROWS.insertWithout("aggregate_type"));
    breaches.put("aggregate-type/slash", () -> ROWS.insert("my order/v1", "{}"));
    breaches.put("aggregate-type/blank at the end", () -> ROWS.insert("Good ", "{}"));
    breaches.put("topic-name/length", () -> ROWS.insert("l".repeat(243), "{}"));
    breaches.put("aggregate-id/NULL", () -> ROWS.insertWithout("aggregate_id"));
    breaches.put("aggregate-id/blank", () -> ROWS.insertWith(Map.of("aggregate_id", " \t")));
    breaches.put("event-type", () -> ROWS.insertWithout("event_type"));
    breaches.put("payload", () -> ROWS.insertWithout("payload"));
    breaches.put("headers/array", () -> ROWS.insertWith(Map.of("headers", "[1]")));
    breaches.put("headers/reserved", () -> ROWS.insertWith(Map.of("headers", "{\"id\": 1}")));
    breaches.put("record-size", () -> ROWS.insert("Good", "\"" + "x".repeat(LIMIT) + "\""));
    return breaches;
  }

  @Test
  void should_hold_length_and_hash_when_a_row_has_two_megabytes() throws Exception {
    String id = ROWS.insert("Huge", "{\"text\": \"%s\"}".formatted("ä".repeat(1_000_000)));
    ROWS.insert("Huge", "{\"text\": \"small\"}");

    ConsumerRecord<byte[], byte[]> record = quarantined(id);
    assertThat(record.value()).isNull();
    assertThat(TopicReader.key(record)).isEqualTo("one");
    assertThat(text(record, "outbox.payload.length") + " " + text(record, "outbox.payload.sha256"))
        .isEqualTo(
            ROAD.texts(
                    "SELECT octet_length(payload::text) || ' '"
                        + " || encode(sha256(convert_to(payload::text, 'UTF8')), 'hex')"
                        + " FROM outbox WHERE id = '%s'".formatted(id))
                .get(0));
    try (TopicReader events = ROAD.reader("Huge.events")) {
      assertThat(events.await(1))
          .extracting(TopicReader::value)
          .containsExactly("{\"text\": \"small\"}");
    }
  }

  @Test
  void should_arrive_with_the_same_id_when_it_is_written_again_by_the_documented_way()
      throws Exception {
    String id =
        ROWS.insertWith(
            Map.of(
                "aggregate_type", "my basket",
                "payload", "{\"n\": 1.10, \"t\": \"ä\"}",
                "headers", "{\"tenant\": \"blue\"}"));
    ConsumerRecord<byte[], byte[]> record = quarantined(id);
    assertThat(text(record, "outbox.aggregate_type")).isEqualTo("my basket");

    ROAD.run("DELETE FROM outbox WHERE id = '%s'".formatted(text(record, "outbox.id")));
    try (Connection service = ROAD.service();
        PreparedStatement write =
            service.prepareStatement(
                "SELECT outbox_write('basket', ?, ?, ?::jsonb, ?::jsonb, ?::uuid)")) {
      write.setString(1, TopicReader.key(record));
      write.setString(2, text(record, "outbox.event_type"));
      write.setString(3, TopicReader.value(record));
      write.setString(4, text(record, "outbox.headers"));
      write.setString(5, text(record, "outbox.id"));
      write.execute();
      service.commit();
    }

    try (TopicReader events = ROAD.reader("basket.events")) {
      assertThat(events.await(1))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(TopicReader.value(event)).isEqualTo("{\"n\": 1.10, \"t\": \"ä\"}");
                assertThat(TopicReader.headers(event))
                    .containsExactly(
                        "eventId=" + id, "eventType=Happened", "id=" + id, "tenant=blue");
              });
    }
  }

  @Test
  void should_count_the_bytes_that_the_record_has_on_the_topic() throws Exception {
    try (TopicReader events = ROAD.reader("Sized.events")) {
      ROAD.write(List.of(sized("")));
      long bare = bytes(events.await(1).get(0));
      OutboxEvent tooLarge = sized("p".repeat((int) (LIMIT - bare + 1)));
      ROAD.write(List.of(tooLarge, sized("p".repeat((int) (LIMIT - bare)))));

      assertThat(bytes(events.await(2).get(1))).isEqualTo(LIMIT);
      assertThat(text(quarantined(tooLarge.id().toString()), "outbox.reason"))
          .isEqualTo("The record would have 20001 bytes, allowed are 20000");
    }
  }

  private static OutboxEvent sized(String padding) {
    return OutboxEvent.builder()
        .aggregateType("Sized")
        .aggregateId("ä€😀")
        .eventType("Gemessen – ü")
        .payloadJson("{\"text\": \"ä€😀\", \"padding\": \"%s\"}".formatted(padding))
        .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        .header("tracestate", "vendor=1")
        .header("größe", "€\n\"")
        .build();
  }

  private static long bytes(ConsumerRecord<byte[], byte[]> record) {
    long bytes = (long) record.key().length + record.value().length;
    for (Header header : record.headers()) {
      bytes += withLength(header.key().getBytes(UTF_8)) + withLength(header.value());
    }
    return bytes;
  }

  /** As the record format has it. */
  private static long withLength(byte[] text) {
    return (long) ByteUtils.sizeOfVarint(text.length) + text.length;
  }

  @Test
  void should_take_a_row_aside_when_it_is_many_small_headers_that_are_too_large() throws Exception {
    String headers =
        IntStream.range(0, 3_500)
            .mapToObj(i -> "\"%x\": 1".formatted(i))
            .collect(Collectors.joining(", ", "{", "}"));
    String id = ROWS.insertWith(Map.of("headers", headers));

    // Names and values alone would be within it.
    assertThat(headers.replaceAll("[^0-9a-f]", "").length()).isLessThan(LIMIT - 1_000);
    assertThat(text(quarantined(id), "outbox.rule")).isEqualTo("record-size");
  }

  @Test
  @Case("60")
  void should_warn_and_go_on_when_the_outbox_is_truncated() throws Exception {
    ROAD.run(
        "ALTER PUBLICATION outbox SET (publish = 'insert, truncate')",
        "TRUNCATE outbox",
        "ALTER PUBLICATION outbox SET (publish = 'insert')");
    ROWS.insert("AfterTruncate", "{}");

    try (TopicReader events = ROAD.reader("AfterTruncate.events")) {
      assertThat(events.await(1)).hasSize(1);
    }
    String log = Files.readString(ROAD.stack().connect().ownerOfTask(CdcRoad.CONNECTOR).logFile());
    assertThat(log).contains("Dropped change [t] of table [sales.outbox]");
    assertThat(counts("op"))
        .containsEntry("changes-dropped-total t", 1L)
        .containsEntry("changes-dropped-total d", 0L)
        .containsEntry("changes-dropped-total u", 0L);
    assertThat(ROAD.rest().status(CdcRoad.CONNECTOR).running()).isTrue();
  }

  private static ConsumerRecord<byte[], byte[]> quarantined(String id) {
    try (TopicReader reader = ROAD.reader("outbox.quarantine")) {
      return reader.awaitHeader("outbox.id", id);
    }
  }

  private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
    return record.headers().lastHeader(header) == null
        ? "null"
        : TopicReader.header(record, header);
  }
}
