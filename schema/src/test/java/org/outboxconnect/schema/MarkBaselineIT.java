package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that no slot has seen are never marked, whatever a later slot confirms. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class MarkBaselineIT {

  private static final String UNPUBLISHED =
      "SELECT payload FROM outbox WHERE published_at IS NULL ORDER BY position";
  private static final String MAKE_SLOT_BY_HAND =
      "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')";

  private final int major;
  private TestDatabase database;

  MarkBaselineIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutbox(major);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_not_mark_rows_that_were_there_before_the_slot() throws Exception {
    append("before");
    SchemaScripts.ADMIN.apply(database.admin());
    append("after");

    assertThat(markAll()).containsExactly("after");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"before\"");
  }

  @Test
  void should_start_at_the_first_call_when_the_slot_is_older_than_these_functions()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("TRUNCATE outbox_marks");
    append("before the first call");
    mark();
    append("after it");

    markAll();
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"before the first call\"");
  }

  @Test
  void should_not_mark_what_was_written_while_the_slot_was_missing() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    append("noted");
    mark();
    database.dropSlot();
    append("in the gap");

    assertThat(mark()).isZero();
    assertThat(database.texts("SELECT * FROM outbox_marks")).isEmpty();
    SchemaScripts.ADMIN.apply(database.admin());
    append("after");

    assertThat(markAll()).containsExactly("after");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"noted\"", "\"in the gap\"");
  }

  @Test
  void should_not_mark_it_either_when_no_call_has_noticed_the_gap() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    append("noted");
    mark();
    database.dropSlot();
    append("in the gap");
    SchemaScripts.ADMIN.apply(database.admin());
    append("after");

    assertThat(markAll()).containsExactly("after");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"noted\"", "\"in the gap\"");
  }

  /** The control: nothing in the catalog tells the two slots apart. */
  @Test
  void should_mistake_the_gap_for_published_when_a_slot_is_made_without_a_word() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    append("noted");
    mark();
    database.dropSlot();
    append("in the gap");
    database.run(MAKE_SLOT_BY_HAND);

    assertThat(markAll()).isEmpty();
    assertThat(database.texts(UNPUBLISHED)).isEmpty();
  }

  @Test
  void should_leave_neither_slot_nor_marks_when_the_file_runs_in_a_transaction() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.dropSlot();
    append("in the gap");
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThatThrownBy(() -> Sql.run(connection, SchemaScripts.ADMIN.scripts().get(2).text()))
          .hasMessageContaining("invalid transaction termination");
      connection.rollback();
    }

    assertThat(database.texts("SELECT 1 FROM pg_replication_slots")).isEmpty();
    SchemaScripts.ADMIN.apply(database.admin());
    append("after");
    assertThat(markAll()).containsExactly("after");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"in the gap\"");
  }

  @Test
  void should_not_mark_what_was_written_while_the_publication_was_missing() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("DROP PUBLICATION outbox");
    append("unpublished");
    assertThat(mark()).isZero();
    SchemaScripts.ADMIN.apply(database.admin());
    skipWhatIsInTheWal();
    mark();
    append("after");

    assertThat(markAll()).containsExactly("after");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"unpublished\"");
  }

  @Test
  void should_start_anew_when_the_publication_was_made_again_between_two_calls() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    mark();
    database.run("DROP PUBLICATION outbox");
    append("unpublished");
    SchemaScripts.ADMIN.apply(database.admin());
    skipWhatIsInTheWal();
    mark();
    append("after");

    assertThat(markAll()).containsExactly("after");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"unpublished\"");
  }

  @Test
  void should_start_anew_when_the_table_was_out_of_the_publication_between_two_calls()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    mark();
    database.run("ALTER PUBLICATION outbox DROP TABLE outbox");
    append("unpublished");
    SchemaScripts.ADMIN.apply(database.admin());
    mark();
    append("after");

    assertThat(markAll()).containsExactly("after");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"unpublished\"");
  }

  @Test
  void should_keep_all_outboxes_of_the_slot_apart_from_an_earlier_slot() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("SELECT outbox_create('public', 'second')", "SET outbox.table_name = 'second'");
    SchemaScripts.ADMIN.apply(database.admin());
    database.run(
        "RESET outbox.table_name",
        "SELECT outbox_create('public', 'of_another_owner')",
        "ALTER PUBLICATION outbox ADD TABLE of_another_owner",
        "SELECT outbox_mark_published(outbox => 'second')");
    database.dropSlot();
    anEvent().callOne(database.admin(), "second_append");

    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(database.texts("SELECT outbox_table, baseline FROM outbox_marks"))
        .containsExactlyInAnyOrder("outbox|0", "second|1");
    database.run("SELECT outbox_mark_published(outbox => 'of_another_owner')");
    assertThat(database.texts("SELECT 1 FROM outbox_marks")).hasSize(3);
  }

  @Test
  void should_start_anew_when_the_marks_come_from_another_server() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    append("restored");
    mark();
    database.run("UPDATE outbox_marks SET system_identifier = system_identifier - 1");

    assertThat(markAll()).containsExactly("restored");
    assertThat(database.texts(UNPUBLISHED)).containsExactly("\"restored\"");
    assertThat(database.texts("SELECT baseline FROM outbox_marks")).containsExactly("1");
  }

  @Test
  void should_forget_nothing_when_a_call_names_a_slot_that_never_was() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    append("1");
    mark();

    assertThat(database.texts("SELECT outbox_mark_published(slot => 'outbux')"))
        .containsExactly("0");
    assertThat(markAll()).containsExactly("1");
    assertThat(database.texts(UNPUBLISHED)).isEmpty();
  }

  @Test
  void should_say_what_is_missing_when_a_slot_is_said_to_be_made() throws Exception {
    assertThat(database.texts("SELECT outbox_slot_made()")).containsExactly("0"); // outboxes
    database.run("CREATE PUBLICATION outbox FOR TABLE outbox");

    assertThatThrownBy(() -> database.run("SELECT outbox_slot_made()"))
        .hasMessageContaining(
            "outbox_slot_made: expected a slot that a relay can read, but slot \"outbox\" does not"
                + " exist in database %s.",
            database.name())
        .hasMessageContaining("Hint: Run admin/3_slot.sql");
  }

  /** From 18 on the relay does it by itself; before, it stops there until somebody does. */
  private void skipWhatIsInTheWal() throws SQLException {
    database.run("SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
  }

  private int mark() throws SQLException {
    return Integer.parseInt(database.texts("SELECT outbox_mark_published()").get(0));
  }

  /** Notes, delivers, marks and returns what was delivered. */
  private List<String> markAll() throws SQLException {
    mark();
    List<String> delivered =
        DecodedInserts.next(database.admin()).stream()
            .map(row -> row.get("payload").replace("\"", ""))
            .toList();
    mark();
    return delivered;
  }

  private void append(String payload) throws SQLException {
    Event.call(
        database.admin(), "outbox_append", anEvent().withPayload("\"%s\"".formatted(payload)));
  }
}
