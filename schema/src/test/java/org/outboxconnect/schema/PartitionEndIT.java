package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** The position behind the last row of a partition is noted when no more rows can come. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionEndIT {

  private static final String NOTED = "SELECT lsn FROM outbox_partition_ends";

  private static TestDatabase database;

  private DailyOutbox outbox;

  PartitionEndIT(int major) {} // JUnit wants to hand the version over, which createDatabase uses

  @BeforeParameterizedClassInvocation
  static void createDatabase(int major) throws SQLException {
    database = TestDatabase.empty(major);
  }

  @AfterParameterizedClassInvocation
  static void dropDatabase() throws SQLException {
    database.close();
  }

  @BeforeEach
  void createOutbox() throws SQLException {
    outbox = DailyOutbox.create(database);
  }

  @Test
  void should_wait_for_a_transaction_that_began_before_the_end() throws Exception {
    database.run(
        "CREATE PUBLICATION daily FOR TABLE daily",
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
    try (Connection late = database.connect()) {
      late.setAutoCommit(false);
      Sql.run(late, "SELECT 1");
      endTodaysPartitionNow();

      assertThat(outbox.drop("{}"))
          .containsExactly(
              "Kept partition just_ended: process %d is in a transaction that began before the end."
                  .formatted(late.unwrap(PGConnection.class).getBackendPID()));
      assertThat(database.texts(NOTED)).isEmpty();
      // The control: noted now, the position would be confirmed before the row is.
      String naive = database.texts("SELECT pg_current_wal_insert_lsn()").get(0);

      Sql.run(late, "SELECT daily_append('Order', '42', 'OrderPlaced', '{}')");
      late.commit();
      assertThat(database.texts("SELECT tableoid::regclass FROM daily"))
          .containsExactly("just_ended");

      assertThat(outbox.drop("{}"))
          .singleElement()
          .asString()
          .contains("just_ended: it holds rows that are not known to be published");
      assertThat(database.texts(commitLies("> '%s'".formatted(naive)))).containsExactly("t");
      assertThat(database.texts(commitLies("<= (%s)".formatted(NOTED)))).containsExactly("t");
    }
  }

  @Test
  void should_wait_for_a_prepared_transaction_that_has_rows_in_it() throws Exception {
    outbox.makeDay("2025-01-01");
    outbox.run(
        "BEGIN", DailyOutbox.insertAt("2025-01-01", true), "PREPARE TRANSACTION 'partitions'");
    try {
      assertThat(outbox.drop("{}"))
          .containsExactly(
              "Kept partition daily_p20250101: a prepared transaction has rows in it"
                  + " (see pg_prepared_xacts).");
      assertThat(database.texts(NOTED)).isEmpty();
    } finally {
      outbox.run("COMMIT PREPARED 'partitions'");
    }

    assertThat(outbox.drop("{}")).containsExactly("Dropped partition daily_p20250101.");
  }

  @Test
  void should_take_a_hidden_transaction_for_an_old_one() throws Exception {
    outbox.makeDay("2025-01-01");
    outbox.run(
        "CREATE ROLE partition_keeper",
        "GRANT ALL ON SCHEMA public TO partition_keeper",
        "GRANT ALL ON ALL ROUTINES IN SCHEMA public TO partition_keeper",
        "ALTER TABLE outbox_partition_ends OWNER TO partition_keeper",
        "ALTER TABLE daily OWNER TO partition_keeper",
        "ALTER TABLE daily_p20250101 OWNER TO partition_keeper");
    try (Connection keeper = database.connectAs("partition_keeper");
        Connection other = database.connect()) {
      other.setAutoCommit(false);
      Sql.run(other, "SELECT 1");

      assertThat(DailyOutbox.messages(keeper, DailyOutbox.drop("{}", 1)))
          .singleElement()
          .asString()
          .matches(
              "Kept partition daily_p20250101: the transaction of process \\d+ is hidden and may have"
                  + " begun before the end \\(GRANT pg_read_all_stats TO partition_keeper\\)\\.");

      outbox.run("GRANT pg_read_all_stats TO partition_keeper");
      assertThat(DailyOutbox.messages(keeper, DailyOutbox.drop("{}", 1)))
          .containsExactly("Dropped partition daily_p20250101.");
    } finally {
      outbox.run("DROP OWNED BY partition_keeper", "DROP ROLE partition_keeper");
    }
  }

  @Test
  void should_not_trust_a_transaction_of_which_the_server_keeps_no_times() throws Exception {
    outbox.makeDay("2025-01-01");
    try (Connection untracked = database.connect()) {
      Sql.run(untracked, "SET track_activities = off");
      untracked.setAutoCommit(false);
      Sql.run(untracked, "SELECT 1");

      assertThat(outbox.drop("{}")).singleElement().asString().contains("is hidden");
    }
    assertThat(outbox.partitions()).hasSize(1);
  }

  /** Asynchronous commits lie in memory for a while, behind pg_current_wal_lsn. */
  @Test
  void should_note_a_position_behind_asynchronous_commits() throws Exception {
    outbox.makeDay("2025-01-01");
    database.run(
        "CREATE PUBLICATION daily FOR TABLE daily",
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
    String walWriter =
        database.texts("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'").get(0);
    signal("STOP", walWriter);
    try (Connection writer = database.connect()) {
      Sql.run(writer, "SET synchronous_commit = off", DailyOutbox.insertAt("2025-01-01", true));
      String naive =
          database
              .texts(
                  "SELECT lsn FROM pg_current_wal_lsn() AS lsn WHERE lsn < pg_current_wal_insert_lsn()")
              .get(0);
      outbox.drop("{}");

      // The control: a slot could confirm the naive position and not have the row yet.
      assertThat(database.texts(commitLies("> '%s'".formatted(naive)))).containsExactly("t");
    } finally {
      signal("CONT", walWriter);
    }
  }

  /** Replaces the partition of today by one that ends now and one for the rest of the day. */
  private void endTodaysPartitionNow() throws SQLException {
    outbox.run(
        """
        DO $$
        DECLARE
          today record;
        BEGIN
          SELECT * INTO today FROM outbox_partitions('daily') WHERE starts <= now() AND ends > now();
          EXECUTE format('DROP TABLE %s', today.partition);
          EXECUTE format('CREATE TABLE just_ended PARTITION OF daily FOR VALUES FROM (%L) TO (%L)', today.starts, clock_timestamp());
          PERFORM outbox_create_partitions('daily');
        END $$""");
  }

  /** Compares the position behind the commit of the row with another, as the slot sees it. */
  private static String commitLies(String comparison) {
    return """
        WITH change AS MATERIALIZED (
          SELECT lsn, xid, chr(get_byte(data, 0)) AS kind
          FROM pg_logical_slot_peek_binary_changes(
            'outbox', NULL, NULL, 'proto_version', '1', 'publication_names', 'daily'))
        SELECT lsn %s FROM change
        WHERE kind = 'C' AND xid IN (SELECT xid FROM change WHERE kind = 'I')"""
        .formatted(comparison);
  }

  private static void signal(String name, String pid) throws IOException, InterruptedException {
    List<String> command = List.of("kill", "-" + name, pid);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
