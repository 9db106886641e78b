package org.outboxconnect.it.cdc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.outboxconnect.stack.EmbeddedStackBuilder;
import org.outboxconnect.stack.connect.ConnectorFile;

/** Connectors that read messages of the WAL, and who writes such messages. */
final class WalMessages {

  private static final String GUEST = "guest";

  private final CdcRoad road;

  WalMessages(CdcRoad road) {
    this.road = road;
  }

  /**
   * A worker whose default charset is US-ASCII; from Java 18 on only if asked to heed the locale.
   */
  static EmbeddedStackBuilder inAsciiLocale(EmbeddedStackBuilder stack) {
    String charset = Runtime.version().feature() < 18 ? "US-ASCII" : "COMPAT";
    return stack
        .environment("LANG", "C")
        .environment("LC_ALL", "C")
        .environment("JAVA_TOOL_OPTIONS", "-Dfile.encoding=" + charset);
  }

  /** The packaged connector with a slot of its own and topics of its own, for messages. */
  ConnectorFile connector(String name) {
    return road.packagedConnector("outbox-cdc-wal-message.json")
        .named(name)
        .with("topic.prefix", name)
        .with("slot.name", name)
        .with("heartbeat.interval.ms", "500")
        .with("transforms.guard.topic.pattern", name + "-${aggregate_type}.events")
        .with("transforms.outbox.route.topic.replacement", name + "-${routedByValue}.events");
  }

  /** With changes and foreign messages themselves on their topics, schemas included. */
  static ConnectorFile asJson(ConnectorFile connector) {
    String json = "org.apache.kafka.connect.json.JsonConverter";
    return connector
        .with("message.prefix.include.list", "outbox\\.sales\\.outbox,outbox-heartbeat,app\\..*")
        .with("transforms", "message,guard")
        .with("transforms.guard.on.violation", "quarantine")
        .with("transforms.guard.quarantine.topic", "json.quarantine")
        .with("key.converter", json)
        .with("value.converter", json);
  }

  /** With Debezium's decoder, for messages of an outbox that nothing else writes to. */
  static ConnectorFile decodingNaively(ConnectorFile connector) {
    return connector
        .with("message.prefix.include.list", "outbox\\.sales\\.naive")
        .with("transforms", "decode,outbox")
        .with(
            "transforms.decode.type",
            "io.debezium.connector.postgresql.transforms.DecodeLogicalDecodingMessageContent");
  }

  void create(ConnectorFile connector) {
    road.rest().create(connector);
    road.rest().awaitRunning(connector.name());
  }

  /** Calls one of the write functions with all events at once, as a service may. */
  void write(String function, String aggregateType, List<Event> events) throws SQLException {
    try (Connection service = road.service();
        PreparedStatement call =
            service.prepareStatement("SELECT " + function + "(?::uuid[], ?, ?, ?, ?, ?)")) {
      List<List<String>> columns =
          List.of(
              events.stream().map(Event::id).toList(),
              Collections.nCopies(events.size(), aggregateType),
              events.stream().map(Event::aggregateId).toList(),
              Collections.nCopies(events.size(), "Größe \"geändert\""),
              events.stream().map(Event::payload).toList(),
              events.stream().map(Event::headers).toList());
      for (int i = 0; i < columns.size(); i++) {
        call.setArray(i + 1, service.createArrayOf("text", columns.get(i).toArray()));
      }
      call.execute();
      service.commit();
    }
  }

  /** One event. */
  record Event(String id, String aggregateId, String payload, String headers) {}

  /** Makes a login that has no rights at all. */
  void createGuest() throws SQLException {
    road.run("CREATE ROLE " + GUEST + " LOGIN PASSWORD 'guest'");
  }

  /** Emits bytes as that login. */
  void emit(String prefix, byte[] content) throws SQLException {
    emit(true, prefix, content);
  }

  void emit(boolean transactional, String prefix, byte[] content) throws SQLException {
    String url = road.stack().postgres().jdbcUrl("shop");
    try (Connection guest = DriverManager.getConnection(url, GUEST, "guest");
        PreparedStatement call =
            guest.prepareStatement("SELECT pg_logical_emit_message(?, ?, ?)")) {
      call.setBoolean(1, transactional);
      call.setString(2, prefix);
      call.setBytes(3, content);
      call.execute();
    }
  }

  /** Key, value and headers of each record byte by byte, by the event's id. */
  static Map<String, String> bytesById(List<ConsumerRecord<byte[], byte[]>> records) {
    Map<String, String> bytes = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      Map<String, String> headers = new TreeMap<>(); // their order is no contract
      for (Header header : record.headers()) {
        headers.put(
            new String(header.key().getBytes(UTF_8), ISO_8859_1),
            new String(header.value(), ISO_8859_1));
      }
      bytes.put(
          TopicReader.header(record, "id"),
          "%s|%s|%s"
              .formatted(
                  new String(record.key(), ISO_8859_1),
                  new String(record.value(), ISO_8859_1),
                  headers));
    }
    return bytes;
  }

  /** As many events as there are payloads. */
  static List<Event> events(List<String> payloads, List<String> headers) {
    return IntStream.range(0, payloads.size())
        .mapToObj(
            i ->
                new Event(
                    "01a22e63-c96d-75be-aa1d-8b25dec7000" + i,
                    "Bestellung \"" + i + "\" \\ ä€😀\t",
                    payloads.get(i),
                    headers.get(i)))
        .toList();
  }
}
