package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.Case;

/**
 * What stops EventRouter or the producer behind it on a real worker, with the guard and without.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventRouterTrapsIT {

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeEach
  void stop() {
    if (!ROAD.rest().get("/connectors").isEmpty()) {
      ROAD.stopConnector();
    }
  }

  @Test
  @Case("60")
  void should_stop_without_the_guard_and_warn_once_with_it_when_truncates_are_captured()
      throws Exception {
    ConnectorFile captured = ROAD.packagedConnector().with("skipped.operations", "none");
    ROAD.run("ALTER PUBLICATION outbox SET (publish = 'insert, truncate')");
    // The control: EventRouter alone.
    ROAD.reconfigure(captured.with("transforms", "outbox").without("transforms.outbox.predicate"));

    ROAD.run(
        "TRUNCATE outbox", "TRUNCATE outbox", "ALTER PUBLICATION outbox SET (publish = 'insert')");
    write("Truncated");
    assertThat(ROAD.awaitFailure()).contains("io.debezium.transforms.outbox.EventRouter");

    ROAD.reconfigure(captured);
    try (TopicReader events = ROAD.reader("Truncated.events")) {
      assertThat(events.await(1)).hasSize(1); // it stands behind both in the WAL
    }
    assertThat(logLines("Dropped change [t] of table [sales.outbox]")).hasSize(1);
  }

  @Test
  @Case("70")
  void should_name_event_and_topic_when_a_type_is_not_listed_whose_topic_nobody_made()
      throws Exception {
    ConnectorFile listed = topicsByHand().with("transforms.guard.aggregate.types", "Listed");
    ROAD.stack().broker().createTopic("Listed.events", 1);
    ROAD.reconfigure(listed);
    write("Listed");
    OutboxEvent unlisted = write("Unlisted");
    write("Listed");

    try (TopicReader made = ROAD.reader("Listed.events");
        TopicReader missing = ROAD.reader("Unlisted.events")) {
      assertThat(ROAD.awaitFailure())
          .contains("event [%s]".formatted(unlisted.id()), "[Unlisted.events]");

      ROAD.stack().broker().createTopic("Unlisted.events", 1);
      ROAD.reconfigure(listed.with("transforms.guard.aggregate.types", "Listed,Unlisted"));

      made.await(2);
      missing.await(1);
    }
  }

  /** The control: nobody told the guard which topics there are. */
  @Test
  @Case("70")
  void should_wait_with_a_running_task_when_a_topic_is_missing_and_no_type_is_listed()
      throws Exception {
    ROAD.stack().broker().createTopic("Made.events", 1);
    ROAD.reconfigure(topicsByHand());
    write("Made");
    write("Missing");
    write("Made");

    try (TopicReader made = ROAD.reader("Made.events");
        TopicReader missing = ROAD.reader("Missing.events")) {
      Wait.require(
          "the producer's complaint",
          CdcRoad.GENEROUS,
          () -> !logLines("{Missing.events=UNKNOWN_TOPIC_OR_PARTITION}").isEmpty());
      assertThat(ROAD.rest().status(CdcRoad.CONNECTOR).running()).isTrue();
      assertThat(made.await(1)).hasSize(1);

      ROAD.stack().broker().createTopic("Missing.events", 1);

      missing.await(1);
      made.await(2);
    }
  }

  /** Anybody who may connect can emit it. The control is the pattern that everybody writes. */
  @Test
  void should_keep_a_message_away_when_its_prefix_has_a_line_end() throws Exception {
    String everything = ROAD.packagedConnector().value("message.prefix.exclude.list");
    assertThat(everything).isEqualTo("(?s).*");
    ROAD.reconfigure(ROAD.packagedConnector().with("message.prefix.exclude.list", ".*"));

    ROAD.run("SELECT pg_logical_emit_message(true, E'outbox.\\nx', 'hostile')");
    write("Behind");
    assertThat(ROAD.awaitFailure()).contains("message").doesNotContain("hostile");

    ROAD.reconfigure(ROAD.packagedConnector());
    try (TopicReader events = ROAD.reader("Behind.events")) {
      assertThat(events.await(1)).hasSize(1); // it stands behind the message in the WAL
    }
  }

  /** Neither Connect nor the broker makes topics. */
  private static ConnectorFile topicsByHand() {
    ConnectorFile connector = ROAD.packagedConnector();
    for (String key : connector.keys()) {
      if (key.startsWith("topic.creation.") || key.startsWith("heartbeat.")) {
        connector = connector.without(key); // a heartbeat would wait for its topic first
      }
    }
    return connector;
  }

  private static List<String> logLines(String part) throws Exception {
    return Files.readAllLines(ROAD.stack().connect().worker(0).logFile()).stream()
        .filter(line -> line.contains(part))
        .toList();
  }

  private static OutboxEvent write(String aggregateType) throws SQLException {
    OutboxEvent event = OutboxEvent.of(aggregateType, "one", "Happened", "{}");
    ROAD.write(List.of(event));
    return event;
  }
}
