package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.Inbox;
import org.outboxconnect.client.InboxOutcome;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectWorker;

@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class RepeatedDeliveryIT {

  /** No flush of source offsets happens between the send and the kill. */
  private static final String NO_OFFSET_FLUSH = "3600000";

  @RegisterExtension
  static final CdcRoad ROAD =
      new CdcRoad(b -> b.workerSetting("offset.flush.interval.ms", NO_OFFSET_FLUSH));

  private final Inbox inbox = Inbox.forConsumer("shipping");

  @Test
  void should_send_an_event_twice_and_apply_it_once_when_the_worker_dies_before_the_offset_commit()
      throws Exception {
    try (TopicReader reader = ROAD.reader("Order.events")) {
      ROAD.createConnector();
      ConnectWorker worker = ROAD.stack().connect().worker(0);
      OutboxEvent event = OutboxEvent.of("Order", "42", "OrderPlaced", "{\"total\": 7}");

      long firstSender = worker.pid();
      ROAD.write(List.of(event));
      assertThat(reader.await(1)).hasSize(1);
      worker.kill();
      assertThat(ProcessHandle.of(firstSender)).isEmpty();
      worker.start();
      List<ConsumerRecord<byte[], byte[]>> records = reader.await(2);

      // Only one worker ran at a time, so each record was sent by another process.
      assertThat(worker.pid()).isNotEqualTo(firstSender);
      assertThat(records).hasSize(2);
      assertThat(records)
          .allSatisfy(
              record ->
                  assertThat(TopicReader.header(record, "id")).isEqualTo(event.id().toString()));
      assertThat(records.get(0).offset()).isLessThan(records.get(1).offset());
      assertThat(records.get(0).partition()).isEqualTo(records.get(1).partition());
      assertThat(applyAll(records)).isEqualTo(1);
    }
  }

  /** Applies each record as a consumer would and returns how many effects there are. */
  private long applyAll(List<ConsumerRecord<byte[], byte[]>> records) throws SQLException {
    try (Connection connection = ROAD.superuser();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE shipments (event_id uuid)");
      connection.setAutoCommit(false);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        String id = TopicReader.header(record, "eventId");
        if (inbox.record(connection, UUID.fromString(id)) == InboxOutcome.FIRST_TIME) {
          statement.execute("INSERT INTO shipments VALUES ('%s')".formatted(id));
        }
        connection.commit();
      }
      try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM shipments")) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }
}
