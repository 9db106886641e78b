package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One life of a partition on the versions between the oldest and the newest. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionsOtherVersionsIT {

  private static final String APPEND = "SELECT daily_append('Order', '42', 'OrderPlaced', '{}')";

  @ParameterizedTest(name = "PostgreSQL {0}")
  @ValueSource(ints = {15, 16, 17})
  void should_make_fill_keep_and_drop_a_partition(int major) throws SQLException {
    try (TestDatabase database = TestDatabase.empty(major)) {
      DailyOutbox outbox = DailyOutbox.create(database);
      database.run("SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
      try (Connection writer = database.connect()) {
        writer.setAutoCommit(false);
        Sql.run(writer, APPEND);
        outbox.makeDay("2025-01-01"); // while a writer is at work
        Sql.run(writer, APPEND, DailyOutbox.insertAt("2025-01-01", false));
        writer.commit();
      }
      assertThat(database.texts("SELECT position FROM daily ORDER BY position"))
          .containsExactly("1", "2", "3");

      assertThat(outbox.drop("{outbox}"))
          .singleElement()
          .asString()
          .contains(
              "not known to be published, the first at position 3", "slot outbox has confirmed");
      outbox.markAllPublished();
      assertThat(outbox.drop("{outbox}"))
          .singleElement()
          .asString()
          .startsWith("Kept partition daily_p20250101: slot outbox has confirmed");
      database.run("SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
      assertThat(outbox.drop("{outbox}")).isEqualTo(List.of("Dropped partition daily_p20250101."));
    }
  }
}
