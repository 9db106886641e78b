package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.stack.process.Wait;

/**
 * Retained rows are marked once Kafka has acknowledged them, and not when the relay has read them.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class RetainedMarksIT {

  private static final String MARK = "SELECT outbox_mark_published()";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  private final OutboxWriter writer = OutboxWriter.builder().mode(OutboxMode.RETAINED).build();

  @BeforeAll
  static void createConnector() {
    ROAD.createConnector();
  }

  @Test
  void should_mark_all_rows_when_the_events_are_on_Kafka() throws Exception {
    int events = 200;
    write("Plain", events);

    awaitAllMarked("Plain");

    try (TopicReader reader = ROAD.reader("Plain.events")) {
      assertThat(reader.await(events)).hasSize(events);
    }
    assertThat(ROAD.texts("SELECT count(*) FROM outbox WHERE aggregate_type = 'Plain'"))
        .containsExactly(Integer.toString(events));
  }

  @Test
  void should_mark_no_row_when_the_relay_has_read_it_and_the_broker_is_down() throws Exception {
    write("Blocked", 1);
    awaitAllMarked("Blocked"); // so that the topic is there and the producer knows it
    ROAD.stack().broker().kill();
    write("Blocked", 1);
    String end = ROAD.texts("SELECT pg_current_wal_insert_lsn()").get(0);
    ROAD.run(MARK); // notes the row
    awaitReplyAfterReading(end);

    for (int call = 0; call < 3; call++) {
      assertThat(ROAD.texts(MARK)).containsExactly("0");
    }
    assertThat(unmarked("Blocked")).hasSize(1);

    ROAD.stack().broker().start();
    awaitAllMarked("Blocked");
    try (TopicReader reader = ROAD.reader("Blocked.events")) {
      assertThat(reader.await(2)).extracting(TopicReader::value).contains("0");
    }
  }

  /** The relay has read up to {@code end} and has answered the server twice since. */
  private static void awaitReplyAfterReading(String end) throws SQLException {
    String reply = "SELECT reply_time FROM pg_stat_replication WHERE sent_lsn >= '%s'";
    Wait.require(
        "the relay to read", CdcRoad.GENEROUS, () -> !ROAD.texts(reply.formatted(end)).isEmpty());
    for (int answer = 0; answer < 2; answer++) {
      String last = ROAD.texts(reply.formatted(end)).get(0);
      Wait.require(
          "the relay to answer",
          CdcRoad.GENEROUS,
          () -> !ROAD.texts(reply.formatted(end)).contains(last));
    }
  }

  private static void awaitAllMarked(String aggregateType) {
    Wait.require(
        "all rows to be marked",
        CdcRoad.GENEROUS,
        () -> {
          ROAD.run(MARK);
          return unmarked(aggregateType).isEmpty();
        });
  }

  private static List<String> unmarked(String aggregateType) throws SQLException {
    return ROAD.texts(
        "SELECT id FROM outbox WHERE aggregate_type = '%s' AND published_at IS NULL"
            .formatted(aggregateType));
  }

  private void write(String aggregateType, int events) throws SQLException {
    try (Connection service = ROAD.service()) {
      writer.appendAll(
          service,
          IntStream.range(0, events)
              .mapToObj(n -> OutboxEvent.of(aggregateType, "one", "Happened", "" + n))
              .toList());
      service.commit();
    }
  }
}
