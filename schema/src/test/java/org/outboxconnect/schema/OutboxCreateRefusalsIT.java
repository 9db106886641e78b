package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names and tables that {@code outbox_create} does not take, and how it says so. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxCreateRefusalsIT {

  private static TestDatabase database;

  @BeforeAll
  static void create() throws SQLException {
    database = TestDatabase.withOutbox(18);
  }

  @AfterAll
  static void drop() throws SQLException {
    database.close();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '^',
      delimiter = '|',
      value = {
        "NULL, 'events'|No schema NULL for an outbox",
        "'nowhere', 'events'|No schema 'nowhere' for an outbox in database schema_test",
        "'\"public\"', 'events'|Hint: Give the name as it stands in the catalog, without quotes",
        "'pg_catalog', 'events'|No schema 'pg_catalog'",
        "'information_schema', 'events'|No schema 'information_schema'",
        "'public', NULL|Outbox table NULL: expected a name of 1 to 56 bytes",
        "'public', ''|Outbox table '': expected a name of 1 to 56 bytes, found 0",
        "'public', ' '|expected a name of 1 to 56 bytes",
        "'public', repeat('x', 57)|expected a name of 1 to 56 bytes, found 57 bytes",
        "'public', repeat('\u00e4', 29)|expected a name of 1 to 56 bytes, found 58 bytes",
        "'public', 'events', NULL|Slot NULL: expected 1 to 63 characters",
        "'public', 'events', 'Outbox'|Slot 'Outbox': expected 1 to 63 characters, each one of a-z",
        "'public', 'events', repeat('x', 64)|Hint: PostgreSQL allows no others",
        "'public', 'events', 'a', NULL|Publication NULL: expected a name of 1 to 63 bytes",
        "'public', 'events', 'a', ' '|expected a name of 1 to 63 bytes",
        "'public', 'events', 'a', repeat('x', 64)|expected a name of 1 to 63 bytes, found 64",
        "'public', 'events', shards => 0|expected 1 to 64 shards, found 0",
        "'public', 'events', shards => NULL|expected 1 to 64 shards, found NULL",
        "'public', 'events', shards => 65|Hint: Each shard needs a slot and a connector of its own",
        "'public', 'events', NULL, shards => 2|Slot NULL: expected 1 to 63 characters",
        "'public', 'events', 'a-b', shards => 2|Slot 'a-b_2_1': expected 1 to 63 characters",
        "'public', 'events', repeat('x', 60), shards => 2|_2_1': expected 1 to 63 characters",
        "'public', 'events', repeat('x', 58), shards => 11|_11_10': expected 1 to 63 characters",
        "'public', 'events', 'a', NULL, 2|Publication NULL: expected a name of 1 to 63 bytes",
        "'public', 'events', 'a', repeat('\u00e4', 30), 2|expected a name of 1 to 63 bytes, found 64",
      })
  void should_say_what_a_name_must_be_when_it_is_none(String arguments, String message)
      throws SQLException {
    assertThatThrownBy(() -> database.run("SELECT outbox_create(" + arguments + ")"))
        .hasMessageContaining(message)
        .hasMessageContaining("Hint: ");
    assertThat(database.texts("SELECT oid::regclass FROM pg_class WHERE relname LIKE 'ev%'"))
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '^',
      delimiter = '|',
      value = {
        "CREATE TABLE other (id uuid)|lacks column aggregate_type text, ",
        "CREATE TABLE other (LIKE outbox)|lacks constraint outbox_aggregate_id_not_blank, ",
        "CREATE VIEW other AS SELECT * FROM outbox|lacks constraint outbox_",
        "CREATE SEQUENCE other|lacks column id uuid",
        "CREATE UNLOGGED TABLE other (LIKE outbox INCLUDING ALL)|must be an ordinary logged table",
      })
  void should_leave_a_table_alone_when_it_is_no_outbox(String statement, String reason)
      throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Sql.run(connection, statement);
      assertThatThrownBy(() -> Sql.run(connection, "SELECT outbox_create('public', 'other')"))
          .hasMessageContaining("public.other exists and is no outbox")
          .hasMessageContaining(reason)
          .hasMessageContaining("Hint: Choose another name");
    }
  }

  @Test
  void should_take_a_table_that_the_service_has_extended() throws SQLException {
    database.run(
        "SELECT outbox_create('public', 'events')",
        "ALTER TABLE events ADD COLUMN note text",
        "ALTER TABLE outbox ADD COLUMN other_note text",
        "ALTER TABLE outbox ADD CONSTRAINT of_the_service CHECK (aggregate_type <> 'x')",
        "SELECT outbox_create('public', 'events')",
        "DROP TABLE events");

    assertThat(database.texts("SELECT outbox_create('public', 'outbox')")).hasSize(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "taken_write(text, text, text, jsonb)",
        "taken_append(uuid[], text[], text[], text[], text[], text[])",
        "taken_emit()"
      })
  void should_not_replace_a_function_of_the_service_when_a_name_is_taken(String function)
      throws SQLException {
    database.run(
        "CREATE FUNCTION %s RETURNS integer LANGUAGE sql AS 'SELECT 1'".formatted(function));

    assertThatThrownBy(() -> database.run("SELECT outbox_create('public', 'taken')"))
        .hasMessageContaining("exists, and was not made by outbox_create or does not belong to")
        .hasMessageContaining("public." + function.replace(" ", "").replace(",", ","))
        .hasMessageContaining("Hint: Outbox public.taken needs the name for itself");
    assertThat(database.texts("SELECT to_regclass('taken')")).containsExactly("null");
    database.run("DROP FUNCTION " + function);
  }

  @Test
  void should_refuse_the_database_when_it_is_not_encoded_in_UTF8() throws SQLException {
    database.run("CREATE DATABASE latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    try (Connection connection =
        DriverManager.getConnection(
            database.server().jdbcUrl("latin1"),
            database.server().user(),
            database.server().password())) {
      assertThatThrownBy(() -> SchemaScripts.OUTBOX.apply(connection))
          .hasMessageContaining("Database latin1 has encoding LATIN1, expected UTF8.");
      assertThat(Sql.texts(connection, "SELECT to_regclass('outbox')")).containsExactly("null");
    } finally {
      database.run("DROP DATABASE latin1");
    }
  }
}
