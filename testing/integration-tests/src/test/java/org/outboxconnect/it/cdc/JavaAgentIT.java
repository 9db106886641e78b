package org.outboxconnect.it.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectWorker;

/** A worker with OpenTelemetry's Java agent, which makes a span of its own for each record sent. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class JavaAgentIT {

  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String TRACE_ID = TRACEPARENT.substring(3, 35);

  /** No exporter: nothing leaves the machine. */
  private static final String DEFAULTS =
      "otel.traces.exporter=none\notel.metrics.exporter=none\notel.logs.exporter=none\n";

  /** As connector-configs/README.md gives it. */
  private static final String SWITCH =
      "otel.instrumentation.kafka.producer-propagation.enabled=false\n";

  /** Read by the agent when a worker starts, so that a restart can change it. */
  private static final Path SETTINGS =
      CdcRoad.root().resolve("testing/integration-tests/target/java-agent.properties");

  @RegisterExtension
  static final CdcRoad ROAD =
      new CdcRoad(b -> b.environment("JAVA_TOOL_OPTIONS", agentWith(DEFAULTS)));

  @Test
  void should_deliver_the_traceparent_of_the_row_when_the_agent_is_told_to_leave_it()
      throws SQLException {
    ROAD.createConnector();
    ConnectWorker worker = ROAD.stack().connect().worker(0);
    assertThat(worker.logFile()).content(UTF_8).contains("opentelemetry-javaagent - version: ");
    try (TopicReader reader = ROAD.reader("Traced.events")) {
      // The control: by default the agent's own span takes the place of the row's.
      assertThat(traceparents(written("before", reader)))
          .singleElement()
          .asString()
          .hasSameSizeAs(TRACEPARENT)
          .doesNotContain(TRACE_ID);

      worker.kill();
      agentWith(DEFAULTS + SWITCH);
      worker.start();

      assertThat(traceparents(written("after", reader))).containsExactly(TRACEPARENT);
    }
  }

  private static ConsumerRecord<byte[], byte[]> written(String key, TopicReader reader)
      throws SQLException {
    ROAD.write(
        List.of(
            OutboxEvent.builder()
                .aggregateType("Traced")
                .aggregateId(key)
                .eventType("Happened")
                .payloadJson("{}")
                .header("traceparent", TRACEPARENT)
                .build()));
    return reader.awaitKey(key).stream()
        .filter(record -> TopicReader.key(record).equals(key))
        .findFirst()
        .orElseThrow();
  }

  /** All of them: the header must not come twice either. */
  private static List<String> traceparents(ConsumerRecord<byte[], byte[]> record) {
    return StreamSupport.stream(record.headers().headers("traceparent").spliterator(), false)
        .map(header -> new String(header.value(), UTF_8))
        .toList();
  }

  private static String agentWith(String settings) {
    try {
      Files.writeString(SETTINGS, settings);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return "-javaagent:%s -Dotel.javaagent.configuration-file=%s"
        .formatted(System.getProperty("outbox.otel.agent"), SETTINGS);
  }
}
