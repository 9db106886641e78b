package org.outboxconnect.it.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.it.cdc.WalMessages.Event;
import org.outboxconnect.stack.process.Wait;

/**
 * Events that {@code outbox_emit} wrote into the WAL against the same events in rows, on a worker
 * whose default charset is US-ASCII.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class WalMessageIT {

  private static final List<Event> EVENTS =
      WalMessages.events(
          List.of(
              "{\"total\":1.10,\"big\":9007199254740993,\"huge\":1e40,\"a\":[],\"n\":null}",
              "{\"ä\":\"ä€😀 \\\"q\\\" \\\\ \\u0001\\t\\u2028\",\"x\":[[1,2.5,{\"payload\":{\"id\":null}}]]}",
              "\"nur Text 日本\"",
              "null",
              "[1,2.5,\"x\",3000000000]"),
          List.of(
              "{}",
              "{\"traceparent\":\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\"}",
              "{\"Größe\":\"ä€😀 \\\"\",\"n\":7,\"list\":[1,\"a\"],\"map\":{\"ä\":1.10},\"z\":null}",
              "{\"empty\":\"\",\"schemaVersion\":\"007\"}",
              "{\"b\":true}"));

  private static final String OUTBOX = "outbox.sales.outbox";

  private static final List<String> HOSTILE =
      List.of(
          "x",
          "[]",
          "",
          "{\"id\":null}",
          "{\"payload\":{\"nested\":{\"a\":[[],{}]}}}",
          "{\"items\":[{\"price\":10},{\"price\":10.5}]}",
          "[".repeat(100_000));

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad(WalMessages::inAsciiLocale);

  private static final WalMessages MESSAGES = new WalMessages(ROAD);

  @BeforeAll
  static void writeTheSameEventsInEachWay() throws Exception {
    ROAD.createConnector();
    MESSAGES.createGuest();
    MESSAGES.create(
        MESSAGES
            .connector("wal")
            .with("message.prefix.include.list", "outbox\\.(?!sales\\.strict).*")
            .with("transforms.guard.on.violation", "quarantine"));
    MESSAGES.create(WalMessages.asJson(MESSAGES.connector("json")));
    MESSAGES.write("outbox_write", "Written", EVENTS);
    MESSAGES.write("outbox_append", "Appended", EVENTS);
    MESSAGES.write("outbox_emit", "Emitted", EVENTS);
    assertThat(ROAD.texts("SELECT DISTINCT aggregate_type FROM outbox")).containsOnly("Appended");
  }

  @Test
  void should_give_the_same_bytes_as_a_row_when_the_event_is_a_message() {
    Map<String, String> rows = bytesOn("Written.events");

    assertThat(bytesOn("Appended.events")).isEqualTo(rows);
    assertThat(bytesOn("wal-Emitted.events")).isEqualTo(rows);
    assertThat(rows).hasSize(EVENTS.size());
    assertThat(latin1(rows.get(EVENTS.get(1).id())))
        .startsWith("Bestellung \"1\" \\ ä€😀\t|")
        .contains("ä€😀", "\"x\": [[1, 2.5, {\"payload\": {\"id\": null}}]]");
    assertThat(latin1(rows.get(EVENTS.get(2).id()))).contains("Größe=ä€😀 \"", "map={\"ä\": 1.10}");
  }

  private static Map<String, String> bytesOn(String topic) {
    try (TopicReader reader = ROAD.reader(topic)) {
      return WalMessages.bytesById(reader.await(EVENTS.size()));
    }
  }

  private static String latin1(String bytes) {
    return new String(bytes.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1), UTF_8);
  }

  /** The naive way: Debezium's decoder reads the bytes in the charset of the worker's locale. */
  @Test
  void should_read_text_that_debeziums_own_decoder_breaks_when_the_locale_is_c() throws Exception {
    MESSAGES.create(WalMessages.decodingNaively(MESSAGES.connector("naive")));

    MESSAGES.emit("outbox.sales.naive", anEvent("Naive"));

    try (TopicReader ours = ROAD.reader("wal-Naive.events");
        TopicReader naive = ROAD.reader("naive-Naive.events")) {
      assertThat(ours.await(1)).extracting(TopicReader::key).containsExactly("ä€");
      assertThat(naive.await(1)).extracting(TopicReader::key).containsExactly("\ufffd".repeat(5));
    }
  }

  /** As {@code outbox_emit} would write it. */
  private static byte[] anEvent(String aggregateType) {
    return ("{\"id\":\"01a22e63-c96d-75be-aa1d-8b25dec70009\",\"aggregate_type\":\"%s\",\"aggregate_id\":\"ä€\","
            + "\"event_type\":\"E\",\"headers\":{},\"payload\":\"x\"}")
        .formatted(aggregateType)
        .getBytes(UTF_8);
  }

  @Test
  void should_give_the_schemas_and_columns_of_a_real_change_when_the_event_is_a_message()
      throws Exception {
    Set<String> schemas = new HashSet<>();
    Set<String> columns = new HashSet<>();
    try (TopicReader reader = ROAD.reader("json.sales.outbox")) {
      for (ConsumerRecord<byte[], byte[]> record : reader.await(3 * EVENTS.size())) {
        JsonNode value = new ObjectMapper().readTree(record.value());
        JsonNode key = new ObjectMapper().readTree(record.key());
        schemas.add(key.get("schema") + "\n" + value.get("schema"));
        assertThat(key.get("payload").get("id")).isEqualTo(value.at("/payload/after/id"));
        columns.add(withoutPlaceAndTime((ObjectNode) value.get("payload")).toString());
      }
    }

    assertThat(schemas).hasSize(1);
    assertThat(columns).hasSize(EVENTS.size());
  }

  /** What can't be equal: the three ways to write differ in type, moment and transaction. */
  private static ObjectNode withoutPlaceAndTime(ObjectNode change) {
    ((ObjectNode) change.get("after")).remove("aggregate_type");
    ((ObjectNode) change.get("source"))
        .remove(List.of("ts_ms", "ts_us", "ts_ns", "sequence", "txId", "lsn"));
    // Debezium gives a message only ts_ms, which is what EventRouter reads.
    return change.remove(List.of("ts_ms", "ts_us", "ts_ns"));
  }

  @Test
  void should_take_hostile_messages_aside_and_go_on_when_the_guard_quarantines() throws Exception {
    for (String content : HOSTILE) {
      MESSAGES.emit(OUTBOX, content.getBytes(UTF_8));
    }
    MESSAGES.emit("OUTBOX.sales.outbox", anEvent("OtherCase"));
    MESSAGES.emit(false, OUTBOX, anEvent("OutsideTransaction"));
    MESSAGES.emit(OUTBOX, new byte[] {'"', (byte) 0xe4, '"'});
    MESSAGES.emit("outbox.sales.large", new byte[3_000_000]);
    MESSAGES.write("outbox_emit", "After", EVENTS.subList(0, 1));

    try (TopicReader events = ROAD.reader("wal-After.events");
        TopicReader quarantine = ROAD.reader("outbox.quarantine")) {
      events.await(1);
      List<ConsumerRecord<byte[], byte[]>> aside = quarantine.await(HOSTILE.size() + 4);

      assertThat(aside).allSatisfy(WalMessageIT::assertQuarantined);
      assertThat(aside.stream().map(WalMessageIT::textOf))
          .containsAll(HOSTILE)
          .contains(new String(anEvent("OtherCase"), UTF_8), "IuQi", "no value")
          .contains(new String(anEvent("OutsideTransaction"), UTF_8))
          .hasSize(HOSTILE.size() + 4);
      assertThat(withPrefix("outbox.sales.large", aside))
          .contains("outbox.payload.length=3000000")
          // head -c 3000000 /dev/zero | sha256sum
          .contains(
              "outbox.payload.sha256=35bce4eae54ec8e6cc2868baa8d157914d6ae2858811b4cc0c078c94460fa26f");
      assertThat(withPrefix("OUTBOX.sales.outbox", aside)).contains("outbox.topic=wal.message");
    }
    try (WorkerMetrics worker = WorkerMetrics.of(ROAD.stack().connect().worker(0))) {
      assertThat(worker.of("wal", "guard", "rule"))
          .containsEntry("records-quarantined-total message", HOSTILE.size() + 4L);
    }
  }

  private static void assertQuarantined(ConsumerRecord<byte[], byte[]> record) {
    assertThat(record.key()).isNull();
    assertThat(TopicReader.header(record, "outbox.rule")).isEqualTo("message");
    assertThat(TopicReader.header(record, "outbox.lsn")).matches("[0-9]+");
  }

  private static String textOf(ConsumerRecord<byte[], byte[]> record) {
    return record.value() == null ? "no value" : TopicReader.value(record);
  }

  private static List<String> withPrefix(
      String prefix, List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(TopicReader::headers)
        .filter(headers -> headers.contains("outbox.prefix=" + prefix))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void should_fail_and_name_the_message_when_the_guard_is_to_fail() throws Exception {
    MESSAGES.create(MESSAGES.connector("strict"));

    MESSAGES.emit("outbox.sales.strict", "DE00MARKED".getBytes(UTF_8));

    Wait.require("the task to fail", CdcRoad.GENEROUS, () -> ROAD.rest().status("strict").failed());
    String traces = ROAD.rest().status("strict").traces();
    assertThat(traces)
        .containsPattern(
            "message with prefix \\[outbox.sales.strict] on topic \\[strict.message] at LSN \\[[0-9]+]")
        .contains("rule [message]", "[Hint: ")
        .doesNotContain("MARKED");
  }

  @Test
  void should_leave_heartbeats_and_messages_of_others_alone_when_the_connector_lets_them_in()
      throws Exception {
    MESSAGES.emit("app.audit", "x".getBytes(UTF_8));

    try (TopicReader messages = ROAD.reader("json.message");
        TopicReader heartbeats = ROAD.reader("__debezium-heartbeat.json")) {
      List<ConsumerRecord<byte[], byte[]>> records =
          messages.awaitText("\"prefix\":\"app.audit\",\"content\":\"eA==\"");
      assertThat(heartbeats.await(1)).isNotEmpty();
      assertThat(records.stream().map(TopicReader::value).filter(text -> text.contains(OUTBOX)))
          .isEmpty();
    }
  }

  /** Why a message that is nested deeper than 80,000 levels is none of {@code outbox_emit}. */
  @Test
  void should_be_refused_by_jsonb_when_a_text_is_nested_as_deep_as_no_message_may_be() {
    String deep = "SELECT (repeat('[', %1$d) || repeat(']', %1$d))::jsonb";

    assertThatCode(() -> ROAD.run(deep.formatted(1_000))).doesNotThrowAnyException();
    assertThatThrownBy(() -> ROAD.run(deep.formatted(80_000)))
        .hasMessageContaining("stack depth limit exceeded");
  }
}
