package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.it.cdc.TopicReader;
import org.outboxconnect.stack.connect.ConnectorFile;

/**
 * Rows that can't be sent, huge and many open transactions, and writers of all modes; the connector
 * relays rows and messages, and takes aside what it can't send.
 */
@Tag("ci")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnusualLoadIT {

  private static final List<OutboxMode> ALL_MODES =
      List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED, OutboxMode.WAL_MESSAGE);
  private static final int TRANSACTIONS = 500;
  private static final int WIDTH = 40;
  private static final int HUGE = 200_000;
  private static final int CALL = 1_000;

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeAll
  static void start() throws Exception {
    Scenario.prepare(ROAD);
    BadRows.dropChecks(ROAD);
    ROAD.create(relayOfRowsAndMessages());
  }

  @Test
  @Tag("soak")
  void should_deliver_everything_in_order_when_writers_of_all_modes_meet_kills() throws Exception {
    Plan plan =
        Plan.of(Plan.seedOr(7), ALL_MODES, ServerFault.WORKER_KILLED, ServerFault.POSTGRES_KILLED);

    Outcome outcome = Scenario.run(ROAD, "modes", plan);

    assertThat(plan.writers()).contains(OutboxMode.WAL_MESSAGE);
    assertThat(outcome.rolledBack()).isPositive();
  }

  @Test
  void should_deliver_the_good_in_order_and_take_the_bad_aside_when_rows_are_mixed()
      throws Exception {
    BadRows badRows = new BadRows();
    Plan plan = Plan.of(Plan.seedOr(4), ALL_MODES, badRows, badRows);

    Scenario.run(ROAD, "bad", plan);

    try (TopicReader quarantine = ROAD.reader("outbox.quarantine")) {
      Map<UUID, String> found = new HashMap<>();
      quarantine.await(badRows.planned().size()).forEach(record -> note(record, found));
      assertThat(found).as(plan.toString()).isEqualTo(badRows.planned());
    }
  }

  @Test
  void should_deliver_in_the_order_of_commits_when_transactions_are_interleaved() throws Exception {
    long seed = Plan.seedOr(5);
    Plan plan = Plan.of(seed, ALL_MODES, new Interleaved(TRANSACTIONS, WIDTH, ALL_MODES, seed));

    Outcome outcome = Scenario.run(ROAD, "interleaved", plan);

    assertThat(outcome.rolledBack()).isGreaterThan(TRANSACTIONS / 10);
  }

  @Test
  @Tag("soak")
  void should_deliver_a_transaction_of_200_000_events_in_order() throws Exception {
    Ledger ledger = new Ledger();
    try (Connection service = ROAD.service();
        TopicReader reader = ROAD.reader("Huge.events")) {
      OutboxWriter writer = OutboxWriter.builder().mode(OutboxMode.RETAINED).build();
      for (int call = 0; call < HUGE / CALL; call++) {
        List<OutboxEvent> events = IntStream.range(0, CALL).mapToObj(UnusualLoadIT::event).toList();
        writer.appendAll(service, events);
        ledger.committed(events.stream().map(UnusualLoadIT::written).toList());
      }
      service.commit();

      assertThat(new Checker(ledger.entries()).delivery(deliveredOnce(reader))).isEmpty();
    }
  }

  private static List<Seen> deliveredOnce(TopicReader reader) {
    for (int count = CALL; count < HUGE; count += CALL) {
      reader.await(count); // each with a deadline of its own
    }
    List<Seen> seen =
        new ArrayList<>(reader.await(HUGE).stream().map(UnusualLoadIT::seen).toList());
    Set<UUID> ids = new HashSet<>();
    seen.forEach(record -> ids.add(record.id()));
    while (ids.size() < HUGE) { // some came twice
      List<ConsumerRecord<byte[], byte[]>> more = reader.await(seen.size() + 1);
      more.subList(seen.size(), more.size()).forEach(record -> seen.add(seen(record)));
      seen.forEach(record -> ids.add(record.id()));
    }
    return seen;
  }

  private static OutboxEvent event(int number) {
    return OutboxEvent.of("Huge", Integer.toString(number % 10), "Happened", "{\"n\": 1}");
  }

  private static Written written(OutboxEvent event) {
    return new Written(event.id(), new Aggregate(event.aggregateType(), event.aggregateId()));
  }

  private static Seen seen(ConsumerRecord<byte[], byte[]> record) {
    return new Seen(
        UUID.fromString(TopicReader.header(record, "eventId")),
        new Aggregate("Huge", TopicReader.key(record)),
        record.partition(),
        record.offset());
  }

  private static void note(ConsumerRecord<byte[], byte[]> record, Map<UUID, String> found) {
    found.put(
        UUID.fromString(TopicReader.header(record, "outbox.id")),
        TopicReader.header(record, "outbox.rule"));
  }

  /** With the guard of one who can't wait. */
  private static ConnectorFile relayOfRowsAndMessages() {
    return ROAD.packagedConnector("outbox-cdc-wal-message.json")
        .with("transforms.guard.on.violation", "quarantine")
        .with("transforms.guard.payload.max.bytes", Integer.toString(BadRows.LIMIT));
  }
}
