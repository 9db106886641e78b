package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.process.Wait;

/**
 * Events that were written without a usable slot reach Kafka by the recovery of
 * connector-configs/README.md, in order and with the ids that the writer was told.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecoveryIT {

  private static final String KEPT =
      "SELECT id FROM outbox WHERE published_at IS NULL ORDER BY position";
  private static final String RESEND = "SELECT outbox_resend(keep_rows => false)";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeEach
  void startAnew() throws SQLException {
    ROAD.removeRelay();
  }

  @Test
  void should_deliver_events_that_were_written_before_the_slot_existed() throws Exception {
    List<String> events = write("Early", "1", "2", "3");
    assertThat(ROAD.texts(KEPT)).isEqualTo(events);

    makeSlot();
    ROAD.createConnector();
    ROAD.run(RESEND);

    try (TopicReader reader = ROAD.reader("Early.events")) {
      assertThat(deliveredIds(reader, 3)).isEqualTo(events);
    }
    assertThat(ROAD.texts("SELECT id FROM outbox")).isEmpty();
  }

  @Test
  void should_deliver_events_that_were_written_after_the_slot_was_dropped() throws Exception {
    makeSlot();
    ROAD.createConnector();
    try (TopicReader reader = ROAD.reader("Dropped.events")) {
      List<String> before = write("Dropped", "1");
      assertThat(deliveredIds(reader, 1)).isEqualTo(before);
      ROAD.stopConnector();
      ROAD.run("SELECT pg_drop_replication_slot('outbox')");
      List<String> kept = write("Dropped", "2", "3");
      assertThat(ROAD.texts(KEPT)).isEqualTo(kept);

      // A restart alone doesn't help, and neither does a new slot alone.
      makeSlot();
      ROAD.rest().resume(CdcRoad.CONNECTOR);
      Wait.require(
          "the task to fail",
          CdcRoad.GENEROUS,
          () -> ROAD.rest().status(CdcRoad.CONNECTOR).failed());
      assertThat(ROAD.rest().status(CdcRoad.CONNECTOR).traces())
          .contains("no longer available on the server");

      recover();
      assertThat(deliveredIds(reader, 3)).isEqualTo(joined(before, kept));
    }
  }

  @Test
  @Tag("ci")
  void should_deliver_events_that_were_written_after_the_slot_was_lost() throws Exception {
    makeSlot();
    ROAD.createConnector();
    try (TopicReader reader = ROAD.reader("Lost.events")) {
      List<String> before = write("Lost", "1");
      assertThat(deliveredIds(reader, 1)).isEqualTo(before);
      ROAD.stopConnector();
      write("Lost", "in the lost WAL");
      assertThat(ROAD.texts(KEPT)).isEmpty();
      loseSlot();
      writeByTwoStatements("Lost", "by two statements");
      List<String> kept = write("Lost", "2", "3");
      assertThat(ROAD.texts(KEPT)).isEqualTo(kept);
      assertThatThrownBy(() -> ROAD.run(RESEND)).hasMessageContaining("slot \"outbox\" is lost");
      assertThatThrownBy(RecoveryIT::makeSlot).hasMessageContaining("Slot \"outbox\" is lost");

      ROAD.run("SELECT pg_drop_replication_slot('outbox')");
      makeSlot();
      recover();
      List<String> after = write("Lost", "4");

      // One aggregate, so one partition: a lost event would have come before the last one.
      assertThat(deliveredIds(reader, 4)).isEqualTo(joined(joined(before, kept), after));
    }
  }

  /** What is left to do once there is a new slot. */
  private static void recover() throws SQLException {
    ROAD.stopConnector();
    ROAD.rest().deleteOffsets(CdcRoad.CONNECTOR);
    ROAD.rest().resume(CdcRoad.CONNECTOR);
    ROAD.rest().awaitRunning(CdcRoad.CONNECTOR);
    ROAD.run(RESEND);
    assertThat(ROAD.texts("SELECT id FROM outbox")).isEmpty();
  }

  private static void makeSlot() throws SQLException {
    try (Connection superuser = ROAD.superuser()) {
      SchemaScripts.ADMIN.apply(superuser);
    }
  }

  private static void loseSlot() throws SQLException {
    ROAD.stack().postgres().set("max_slot_wal_keep_size", "1MB");
    Wait.require(
        "the slot to be lost",
        CdcRoad.GENEROUS,
        () -> {
          ROAD.run(
              "SELECT pg_logical_emit_message(false, 'test', 'x')",
              "SELECT pg_switch_wal()",
              "CHECKPOINT");
          return ROAD.texts("SELECT wal_status FROM pg_replication_slots").contains("lost");
        });
    ROAD.stack().postgres().set("max_slot_wal_keep_size", "-1");
  }

  /** The control: what everybody does who has no function that looks at the slot. */
  private static void writeByTwoStatements(String aggregateType, String payload)
      throws SQLException {
    ROAD.run(
        ("INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)"
                + " VALUES (gen_random_uuid(), '%s', 'one', 'Happened', '\"%s\"')")
            .formatted(aggregateType, payload),
        "DELETE FROM outbox");
  }

  /** Writes one transaction each, all of one aggregate, and returns their ids. */
  private static List<String> write(String aggregateType, String... payloads) throws SQLException {
    List<String> ids = new ArrayList<>();
    for (String text : payloads) {
      OutboxEvent event = OutboxEvent.of(aggregateType, "one", "Happened", '"' + text + '"');
      ROAD.write(List.of(event));
      ids.add(event.id().toString());
    }
    return ids;
  }

  private static List<String> deliveredIds(TopicReader reader, int count) {
    return reader.await(count).stream().map(record -> TopicReader.header(record, "id")).toList();
  }

  private static List<String> joined(List<String> first, List<String> then) {
    return Stream.concat(first.stream(), then.stream()).toList();
  }
}
