package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A partition goes when all its rows are published and confirmed, and not before. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class DropPartitionsIT {

  private static final String DROPPED = "Dropped partition daily_p20250101.";
  private static final String KEPT = "Kept partition daily_p20250101: ";
  private static final String UNPUBLISHED =
      "it holds rows that are not known to be published, the first at position ";

  private static TestDatabase database;

  private DailyOutbox outbox;

  DropPartitionsIT(int major) {} // JUnit wants to hand the version over, which createDatabase uses

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
    outbox.makeDay("2025-01-01");
  }

  @Test
  void should_keep_the_partition_when_one_row_is_not_known_to_be_published() throws Exception {
    outbox.insert("2025-01-01", true);
    outbox.insert("2025-01-01", false);
    outbox.insert("2025-01-01", true);

    assertThat(outbox.drop("{}")).containsExactly(KEPT + UNPUBLISHED + "2.");
    assertThat(outbox.partitions()).containsExactly("daily_p20250101");
    assertThat(database.texts("SELECT count(*) FROM daily")).containsExactly("3");

    outbox.markAllPublished();
    assertThat(outbox.drop("{}")).containsExactly(DROPPED);
    assertThat(outbox.partitions()).isEmpty();
    assertThat(database.texts("SELECT count(*) FROM outbox_partition_ends")).containsExactly("0");
  }

  @Test
  void should_keep_each_partition_until_its_own_time_has_come() throws Exception {
    outbox.run(
        "SELECT outbox_create_partitions('daily', 2, '2025-01-01')",
        "SET timezone = 'America/New_York'");
    String keepTwo =
        "CALL outbox_drop_partitions('daily', now() - timestamptz '2025-01-02 00:00:00Z', '{}')";

    assertThat(DailyOutbox.messages(database.admin(), keepTwo)).containsExactly(DROPPED);
    assertThat(outbox.partitions()).containsExactly("daily_p20250102", "daily_p20250103");
    assertThat(DailyOutbox.messages(database.admin(), keepTwo)).isEmpty();
  }

  @Test
  void should_never_drop_the_partitions_of_today_and_tomorrow() throws Exception {
    outbox.drop("{}");

    assertThat(database.texts("SELECT count(*) FROM outbox_partitions('daily')"))
        .containsExactly("2");
  }

  @Test
  void should_drop_nothing_while_a_slot_is_stalled_and_go_on_when_it_has_confirmed()
      throws Exception {
    createSlot("outbox");
    outbox.insert("2025-01-01", true);

    for (int run = 1; run <= 2; run++) {
      assertThat(outbox.drop("{outbox}"))
          .singleElement()
          .asString()
          .matches(
              KEPT + "slot outbox has confirmed [0-9A-F]+/[0-9A-F]+, the last row lies before .*");
      assertThat(outbox.partitions()).hasSize(1);
    }

    database.run("SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
    assertThat(outbox.drop("{outbox}")).containsExactly(DROPPED);
  }

  @Test
  void should_wait_for_every_slot_that_is_named() throws Exception {
    createSlot("outbox");
    createSlot("outbox_audit");
    outbox.drop("{outbox}");
    database.run("SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");

    assertThat(outbox.drop("{outbox,outbox_audit}"))
        .singleElement()
        .asString()
        .startsWith(KEPT + "slot outbox_audit has confirmed");

    database.run("SELECT pg_replication_slot_advance('outbox_audit', pg_current_wal_lsn())");
    assertThat(outbox.drop("{outbox,outbox_audit}")).containsExactly(DROPPED);
  }

  @Test
  void should_drop_nothing_when_a_slot_can_not_speak_for_this_database() throws Exception {
    createSlot("outbox");
    outbox.drop("{outbox}");
    database.run("SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
    database.run("SELECT pg_create_physical_replication_slot('partitions_physical', true)");
    try (TestDatabase other = TestDatabase.empty(database.server().major())) {
      other.run("SELECT pg_create_logical_replication_slot('partitions_elsewhere', 'pgoutput')");

      assertThat(outbox.drop("{outbox,No slot,partitions_physical,partitions_elsewhere}"))
          .containsExactly(
              KEPT
                  + "slot \"No slot\" does not exist"
                  + "; slot partitions_physical is no logical slot of this database, or not ready"
                  + "; slot partitions_elsewhere is no logical slot of this database, or not ready.");
    } finally {
      database.run("SELECT pg_drop_replication_slot('partitions_physical')");
    }
    assertThat(outbox.drop("{outbox}")).containsExactly(DROPPED);
  }

  /** Why the confirmation of a slot alone is not enough. */
  @Test
  void should_keep_what_a_slot_never_saw_when_it_was_made_again() throws Exception {
    createSlot("outbox");
    outbox.insert("2025-01-01", false);
    assertThat(outbox.drop("{outbox}")).hasSize(1);
    database.run("SELECT pg_drop_replication_slot('outbox')");
    createSlot("outbox");

    assertThat(outbox.drop("{outbox}")).containsExactly(KEPT + UNPUBLISHED + "1.");
  }

  @Test
  void should_give_all_reasons_at_once() throws Exception {
    outbox.insert("2025-01-01", false);

    assertThat(outbox.drop("{outbox}"))
        .containsExactly(KEPT + UNPUBLISHED + "1; slot outbox does not exist.");
    assertThat(
            database.texts(
                "SELECT partition, kept_because FROM outbox_expired_partitions('daily', '0', '{outbox}')"))
        .containsExactly("daily_p20250101|" + UNPUBLISHED + "1; slot outbox does not exist");
  }

  /** After a restore or a failover the old position means nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {"cluster = '1/00000001'", "cluster = cluster || '7'", "ends = '2025-01-01'"})
  void should_note_the_end_anew_when_the_old_note_is_not_of_this_timeline(String change)
      throws Exception {
    createSlot("outbox");
    outbox.drop("{outbox}");
    database.run("SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
    assertThat(expired("{outbox}")).containsExactly("null");
    database.run("UPDATE outbox_partition_ends SET " + change);

    assertThat(expired("{outbox}")).containsExactly("its end is not noted yet");
    assertThat(outbox.drop("{outbox}"))
        .singleElement()
        .asString()
        .startsWith(KEPT + "slot outbox has confirmed");

    database.run("SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
    assertThat(outbox.drop("{outbox}")).containsExactly(DROPPED);
  }

  @Test
  void should_keep_a_partition_that_a_view_reads() throws Exception {
    outbox.run("CREATE VIEW report AS SELECT count(*) FROM daily_p20250101");

    assertThat(outbox.drop("{}"))
        .containsExactly(
            KEPT
                + "other objects depend on it: cannot drop table public.daily_p20250101 because other"
                + " objects depend on it.");
  }

  /** The look under the lock needs a snapshot of its own. */
  @Test
  void should_see_what_was_committed_just_before_when_sessions_are_serializable() throws Exception {
    try (Connection other = database.connect()) {
      Sql.run(other, "SET default_transaction_isolation = 'serializable'");
      assertThat(DailyOutbox.messages(other, DailyOutbox.drop("{}", 1))).containsExactly(DROPPED);

      outbox.makeDay("2025-01-01");
      assertThatThrownBy(
              () ->
                  Sql.run(other, "SELECT outbox_drop_partition('daily', 'daily_p20250101', '{}')"))
          .hasMessageContaining("expected READ COMMITTED");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'daily', '0', NULL",
        "'daily', '0', '{outbox,NULL}'",
        "'daily', NULL, '{}'",
        "'daily', '-1 day', '{}'",
        "'daily', '0', '{}', 0",
        "'daily', '0', '{}', NULL",
        "NULL, '0', '{}'",
        "'outbox', '0', '{}'"
      })
  void should_drop_nothing_when_it_is_called_wrongly(String arguments) throws Exception {
    assertThatThrownBy(() -> outbox.run("CALL outbox_drop_partitions(%s)".formatted(arguments)))
        .hasMessageContaining("expected");

    assertThat(outbox.partitions()).hasSize(1);
  }

  @Test
  void should_drop_nothing_when_it_is_called_inside_a_transaction() throws Exception {
    try (Connection transaction = database.connect()) {
      transaction.setAutoCommit(false);
      assertThatThrownBy(() -> Sql.run(transaction, DailyOutbox.drop("{}", 1)))
          .hasMessageContaining("invalid transaction termination");
    }

    assertThat(outbox.partitions()).hasSize(1);
  }

  private static void createSlot(String slot) throws SQLException {
    database.run("SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(slot));
  }

  private static List<String> expired(String slots) throws SQLException {
    return database.texts(
        "SELECT kept_because FROM outbox_expired_partitions('daily', '0', '%s')".formatted(slots));
  }
}
