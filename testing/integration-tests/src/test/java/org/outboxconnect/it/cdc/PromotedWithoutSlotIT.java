package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/** Before PostgreSQL 17 a standby has no copy of the slot. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PromotedWithoutSlotIT {

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad(builder -> builder.postgres(14));

  @Test
  void should_deliver_events_that_were_written_after_the_promotion() throws Exception {
    ROAD.createConnector();
    PostgresServer standby = ROAD.stack().postgres().startStandby();
    try (TopicReader reader = ROAD.reader("Order.events")) {
      OutboxEvent before = event("1");
      ROAD.write(List.of(before));
      reader.await(1);
      failOverTo(standby);
      assertThat(ROAD.texts(standby, "SELECT slot_name FROM pg_replication_slots")).isEmpty();

      List<OutboxEvent> kept = List.of(event("2"), event("3"));
      for (OutboxEvent event : kept) {
        write(standby, event);
      }
      assertThat(ROAD.texts(standby, "SELECT id FROM outbox ORDER BY position"))
          .containsExactly(kept.get(0).id().toString(), kept.get(1).id().toString());

      recoverOn(standby);
      assertThat(reader.await(3))
          .extracting(record -> TopicReader.header(record, "id"))
          .containsExactly(
              before.id().toString(), kept.get(0).id().toString(), kept.get(1).id().toString());
    }
  }

  private static void failOverTo(PostgresServer standby) throws SQLException {
    String written = ROAD.texts("SELECT pg_current_wal_lsn()").get(0);
    Wait.require(
        "the standby to follow",
        CdcRoad.GENEROUS,
        () ->
            ROAD.texts(standby, "SELECT pg_last_wal_replay_lsn() >= '%s'".formatted(written))
                .contains("t"));
    ROAD.stack().postgres().kill();
    standby.promote();
  }

  private static void write(PostgresServer server, OutboxEvent event) throws SQLException {
    try (Connection service = ROAD.service(server)) {
      ROAD.writer().append(service, event);
      service.commit();
    }
  }

  private static void recoverOn(PostgresServer standby) throws SQLException {
    ROAD.rest().stop(CdcRoad.CONNECTOR);
    try (Connection superuser = ROAD.superuser(standby);
        Statement statement = superuser.createStatement()) {
      SchemaScripts.ADMIN.apply(superuser);
      ROAD.rest()
          .put(ROAD.packagedConnector().with("database.port", Integer.toString(standby.port())));
      Wait.require(
          "the offsets to be deleted",
          CdcRoad.GENEROUS,
          () -> {
            ROAD.rest().deleteOffsets(CdcRoad.CONNECTOR); // refused until the task has ended
            return true;
          });
      ROAD.rest().resume(CdcRoad.CONNECTOR);
      ROAD.rest().awaitRunning(CdcRoad.CONNECTOR);
      statement.execute("SELECT outbox_resend(keep_rows => false)");
    }
    assertThat(ROAD.texts(standby, "SELECT id FROM outbox")).isEmpty();
  }

  private static OutboxEvent event(String payload) {
    return OutboxEvent.of("Order", "one", "Happened", payload);
  }
}
