package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/** A standby takes over; its timeline is another one. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionFailoverIT {

  private static final String EXPIRED =
      "SELECT kept_because FROM outbox_expired_partitions('daily', '0', '{%s}')";

  @ParameterizedTest(name = "PostgreSQL {0}")
  @ValueSource(ints = {14, 18})
  void should_note_the_end_anew_and_drop_nothing_while_the_slot_is_missing(int major)
      throws Exception {
    try (WorkFolder folder = WorkFolder.create();
        PostgresServer primary = PostgresServer.builder().major(major).start(folder)) {
      try (Connection connection = primary.connect()) {
        SchemaScripts.OUTBOX.apply(connection);
        Sql.run(
            connection,
            "SELECT outbox_create_partitioned('public', 'daily', 1)",
            "SELECT outbox_create_partitions('daily', 0, '2025-01-01')",
            "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')",
            DailyOutbox.drop("{outbox}", 1),
            "SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
        assertThat(Sql.texts(connection, EXPIRED.formatted("outbox"))).containsExactly("null");
      }
      PostgresServer standby = primary.startStandby();
      primary.kill();
      standby.promote();

      try (Connection connection = standby.connect()) {
        assertThat(Sql.texts(connection, EXPIRED.formatted("outbox")))
            .containsExactly("its end is not noted yet; slot outbox does not exist");
        assertThat(DailyOutbox.messages(connection, DailyOutbox.drop("{outbox}", 1)))
            .containsExactly("Kept partition daily_p20250101: slot outbox does not exist.");
        assertThat(DailyOutbox.messages(connection, DailyOutbox.drop("{}", 1)))
            .isEqualTo(List.of("Dropped partition daily_p20250101."));
      }
    }
  }
}
