package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A table or transaction in which an event would get lost although its function returns. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SilentLossIT {

  private static final String RULES =
      "SELECT conname FROM pg_constraint WHERE conrelid = 'outbox'::regclass AND contype = 'c'";

  private static TestDatabase database;

  @BeforeAll
  static void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(18);
    database.run(
        "CREATE FUNCTION eat() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE FUNCTION change() RETURNS trigger LANGUAGE plpgsql AS"
            + " 'BEGIN UPDATE public.outbox SET event_type = event_type; RETURN NULL; END'");
  }

  @AfterAll
  static void drop() throws SQLException {
    database.close();
  }

  @AfterEach
  void removeTheTrigger() throws SQLException {
    database.run("DROP TRIGGER IF EXISTS meddler ON outbox", "TRUNCATE outbox");
  }

  @ParameterizedTest(name = "{0}: {1} {2}")
  @CsvSource({
    "outbox_write, BEFORE INSERT, eat",
    "outbox_write, BEFORE DELETE, eat",
    "outbox_append, BEFORE INSERT, eat"
  })
  void should_refuse_events_when_a_trigger_takes_them_away(
      String function, String when, String trigger) throws SQLException {
    database.run(
        "CREATE TRIGGER meddler %s ON outbox FOR EACH ROW EXECUTE FUNCTION %s()"
            .formatted(when, trigger));

    assertThatThrownBy(() -> anEvent().callOne(database.admin(), function))
        .hasMessageContainingAll("public.outbox was given 1 events", "Hint: Look for a trigger");
    assertThatThrownBy(() -> Event.call(database.admin(), function, anEvent(), anEvent()))
        .hasMessageContaining("was given 2 events, and has seen 0");
    assertThat(database.texts("SELECT 1 FROM outbox")).isEmpty();
  }

  /**
   * The relay takes the event from the insert, so nothing is lost when the row lives on elsewhere.
   */
  @Test
  void should_leave_no_row_behind_when_a_trigger_has_given_it_a_new_version() throws SQLException {
    database.run(
        "CREATE TRIGGER meddler AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION change()");

    Event.call(database.admin(), "outbox_write", anEvent(), anEvent());

    assertThat(database.texts("SELECT 1 FROM outbox")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Way.class,
      names = {"WRITE", "APPEND", "EMIT", "EMIT_ONE"})
  void should_refuse_events_when_the_transaction_is_read_only(Way way) throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Sql.run(connection, "SET TRANSACTION READ ONLY"); // the driver doesn't notice it

      assertThatThrownBy(() -> way.send(connection, anEvent()))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"))
          .hasMessageContaining("in a read-only transaction");
    }
  }

  @Test
  void should_keep_the_row_when_the_publication_filters_rows() throws SQLException {
    database.run(
        "CREATE PUBLICATION filtered FOR TABLE outbox WHERE (aggregate_type <> 'Order')"
            + " WITH (publish = 'insert')",
        "SELECT outbox_create('public', 'outbox', 'outbox', 'filtered')");
    try {
      anEvent().callOne(database.admin(), "outbox_write");

      assertThat(database.texts("SELECT 1 FROM outbox WHERE published_at IS NULL")).hasSize(1);
      database.run("SET outbox.publication_name = 'filtered'");
      assertThatThrownBy(() -> SchemaScripts.ADMIN.apply(database.admin()))
          .hasMessageContainingAll("Publication \"filtered\"", "filters", "Hint: ");
    } finally {
      database.run(
          "RESET outbox.publication_name",
          "DROP PUBLICATION filtered",
          "SELECT outbox_create('public', 'outbox')");
    }
  }

  @Test
  void should_say_which_rule_no_message_can_be_held_to_when_the_service_has_columns_of_its_own()
      throws SQLException {
    database.run(
        "SELECT outbox_create('public', 'own')",
        "ALTER TABLE own ADD tenant text DEFAULT 'a' CONSTRAINT tenant_known CHECK (tenant = 'a')",
        "SELECT outbox_create('public', 'own')");

    assertThatThrownBy(() -> anEvent().callOne(database.admin(), "own_emit"))
        .hasMessageContainingAll("can't emit: constraint tenant_known", "Hint: ");
    assertThat(anEvent().callOne(database.admin(), "own_append")).isNotNull();

    database.run("ALTER TABLE own DROP tenant", "SELECT outbox_create('public', 'own')");
    assertThat(anEvent().callOne(database.admin(), "own_emit")).isNotNull();
  }

  /** A rule less is the owner's affair; functions that can't be made would be ours. */
  @Test
  void should_make_functions_that_work_when_the_table_has_lost_its_rules() throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      for (String rule : database.texts(RULES)) {
        Sql.run(connection, "ALTER TABLE outbox DROP CONSTRAINT " + rule);
      }
      Sql.run(connection, "SELECT outbox_create('public', 'outbox')");

      assertThat(anEvent().callOne(connection, "outbox_emit")).isNotNull();
      connection.rollback();
    }
  }
}
