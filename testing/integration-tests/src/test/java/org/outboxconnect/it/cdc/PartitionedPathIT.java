package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.process.Wait;

/** The packaged connector on an outbox that is cut by days. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionedPathIT {

  private static final String EVENT_OF_AN_OLD_DAY =
      "INSERT INTO outbox_daily (id, aggregate_type, aggregate_id, event_type, payload, created_at)"
          + " VALUES (outbox_uuidv7(), 'Parted', '1', 'Happened', '{\"day\": \"old\"}', '2025-01-01 12:00Z')";
  private static final String MARK = "SELECT outbox_mark_published(1000, 'outbox_daily')";
  private static final String OLD_PARTITION =
      "SELECT partition FROM outbox_partitions('outbox_daily') WHERE ends < now()";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  private final OutboxWriter writer =
      OutboxWriter.builder().mode(OutboxMode.RETAINED).table("outbox_daily").build();

  @Test
  void should_deliver_the_events_of_all_days_and_then_drop_the_old_one() throws Exception {
    try (Connection owner = ROAD.superuser();
        TopicReader reader = ROAD.reader("Parted.events")) {
      run(
          owner,
          "SELECT outbox_create_partitioned('sales', 'outbox_daily', 1)",
          "SELECT outbox_create_partitions('outbox_daily', 0, '2025-01-01')",
          "SET outbox.table_name = 'outbox_daily'");
      SchemaScripts.ADMIN.apply(owner);
      run(owner, MARK); // events from here on are marked
      ROAD.create(ROAD.packagedConnector("outbox-cdc-partitioned.json"));

      append("{\"day\": \"today\"}");
      run(owner, EVENT_OF_AN_OLD_DAY);
      append("{\"day\": \"today again\"}");

      List<ConsumerRecord<byte[], byte[]>> records = reader.await(3);
      assertThat(records)
          .extracting(TopicReader::value)
          .containsExactly(
              "{\"day\": \"today\"}", "{\"day\": \"old\"}", "{\"day\": \"today again\"}");
      assertThat(records).extracting(TopicReader::key).containsOnly("1");
      assertThat(query(owner, "SELECT count(DISTINCT tableoid) FROM outbox_daily"))
          .containsExactly("2");

      assertThat(query(owner, OLD_PARTITION)).hasSize(1);
      Wait.require(
          "the partition to be dropped",
          Duration.ofSeconds(90),
          () -> {
            run(owner, MARK, "CALL outbox_drop_partitions('outbox_daily', '0', '{outbox}')");
            return query(owner, OLD_PARTITION).isEmpty();
          });

      append("{\"day\": \"after the drop\"}");
      assertThat(reader.await(4))
          .extracting(TopicReader::value)
          .endsWith("{\"day\": \"after the drop\"}");
    }
  }

  private void append(String payload) throws SQLException {
    try (Connection service = ROAD.service()) {
      writer.append(service, OutboxEvent.of("Parted", "1", "Happened", payload));
      service.commit();
    }
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> query(Connection connection, String query) throws SQLException {
    List<String> column = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        column.add(rows.getString(1));
      }
    }
    return column;
  }
}
