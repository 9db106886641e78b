package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/** A note that was taken on the old primary is worth as much on the new one as the slot there. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class MarkFailoverIT {

  private static final String MARK = "SELECT outbox_mark_published()";
  private static final String UNPUBLISHED =
      "SELECT payload FROM outbox WHERE published_at IS NULL ORDER BY position";

  private final WorkFolder folder = WorkFolder.create();

  @AfterEach
  void delete() {
    folder.close();
  }

  @Test
  void should_go_on_marking_when_the_slot_has_come_along() throws Exception {
    try (PostgresServer primary = PostgresServer.builder().major(18).start(folder)) {
      PostgresServer standby = primary.startStandby();
      install(primary);
      awaitSynced(primary, standby);
      noteAndFailOver(primary, standby);

      try (Connection promoted = standby.connect()) {
        assertThat(Sql.texts(promoted, MARK)).containsExactly("0");
        assertThat(Sql.texts(promoted, UNPUBLISHED)).containsExactly("1");
        assertThat(DecodedInserts.next(promoted)).hasSize(1);

        assertThat(Sql.texts(promoted, MARK)).containsExactly("1");
        assertThat(Sql.texts(promoted, UNPUBLISHED)).isEmpty();
      }
    }
  }

  @Test
  void should_forget_the_note_when_the_slot_was_left_behind() throws Exception {
    try (PostgresServer primary = PostgresServer.builder().major(14).start(folder)) {
      PostgresServer standby = primary.startStandby();
      install(primary);
      noteAndFailOver(primary, standby);

      try (Connection promoted = standby.connect()) {
        assertThat(Sql.texts(promoted, "SELECT 1 FROM pg_replication_slots")).isEmpty();
        SchemaScripts.ADMIN.apply(promoted);
        anEvent().withPayload("2").callOne(promoted, "outbox_append");
        Sql.run(promoted, MARK);
        assertThat(DecodedInserts.next(promoted)).hasSize(1);

        assertThat(Sql.texts(promoted, MARK)).containsExactly("1");
        assertThat(Sql.texts(promoted, UNPUBLISHED)).containsExactly("1");
        assertThat(Sql.texts(promoted, "SELECT outbox_resend(true)")).containsExactly("1");
        assertThat(DecodedInserts.next(promoted))
            .extracting(row -> row.get("payload"))
            .containsExactly("1");
      }
    }
  }

  private static void install(PostgresServer server) throws SQLException {
    try (Connection connection = server.connect()) {
      SchemaScripts.OUTBOX.apply(connection);
      SchemaScripts.ADMIN.apply(connection);
    }
  }

  /**
   * A standby takes over no slot that stands still, so the relay reads, as it does with heartbeats.
   */
  private static void awaitSynced(PostgresServer primary, PostgresServer standby)
      throws SQLException {
    try (Connection relay = primary.connect();
        Connection connection = standby.connect()) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                Sql.run(relay, "SELECT pg_log_standby_snapshot()");
                DecodedInserts.next(relay);
                return Sql.texts(
                        connection, "SELECT synced AND NOT temporary FROM pg_replication_slots")
                    .contains("t");
              });
    }
  }

  /** Leaves one row that is noted, and read by nobody. */
  private static void noteAndFailOver(PostgresServer primary, PostgresServer standby)
      throws SQLException {
    try (Connection connection = primary.connect()) {
      anEvent().withPayload("1").callOne(connection, "outbox_append");
      Sql.run(connection, MARK);
      assertThat(Sql.texts(connection, "SELECT noted_positions FROM outbox_marks"))
          .containsExactly("{1}");
      List<String> end = Sql.texts(connection, "SELECT pg_current_wal_lsn()");
      await(standby, "SELECT pg_last_wal_replay_lsn() >= '%s'".formatted(end.get(0)));
    }
    primary.kill();
    standby.promote();
  }

  private static void await(PostgresServer server, String condition) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .until(
            () -> {
              try (Connection connection = server.connect()) {
                return Sql.texts(connection, condition).contains("t");
              }
            });
  }
}
