package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.RequiredTool;

/** The migrations as other people run them: by the plain owner of a schema that isn't public. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaToolsIT {

  private static final String OWNER = "plain_owner";
  private static final String PASSWORD = "plain";

  @ParameterizedTest(name = "PostgreSQL {0}")
  @ValueSource(ints = {14, 18})
  @RequiredTool("psql")
  void should_deliver_when_psql_has_run_the_migrations(int major) throws Exception {
    migrateAndDeliver(MigrationTool.PSQL, major);
  }

  @Tag("ci")
  @ParameterizedTest(name = "PostgreSQL {0}")
  @ValueSource(ints = {15, 16, 17})
  @RequiredTool("psql")
  void should_deliver_on_the_versions_between_when_psql_has_run_the_migrations(int major)
      throws Exception {
    migrateAndDeliver(MigrationTool.PSQL, major);
  }

  @ParameterizedTest(name = "{0}, PostgreSQL {1}")
  @CsvSource({"FLYWAY, 14", "FLYWAY, 18", "LIQUIBASE, 14", "LIQUIBASE, 18"})
  void should_deliver_when_a_library_has_run_the_migrations_twice(MigrationTool tool, int major)
      throws Exception {
    migrateAndDeliver(tool, major);
  }

  @Tag("ci")
  @ParameterizedTest(name = "{0}, PostgreSQL {1}")
  @CsvSource({
    "FLYWAY, 15",
    "FLYWAY, 16",
    "FLYWAY, 17",
    "LIQUIBASE, 15",
    "LIQUIBASE, 16",
    "LIQUIBASE, 17"
  })
  void should_deliver_on_the_versions_between_when_a_library_has_run_the_migrations_twice(
      MigrationTool tool, int major) throws Exception {
    migrateAndDeliver(tool, major);
  }

  @Test
  @RequiredTool("psql")
  void should_fail_and_change_nothing_when_psql_runs_a_migration_twice() throws Exception {
    try (TestDatabase database = TestDatabase.empty(18)) {
      Shell shell = new Shell(database.server(), database.name());
      String file = "schema/migrations/outbox/V1__outbox.sql";
      shell.psql("-1", "-f", file);
      database.run("SELECT outbox_write('Order', '42', 'OrderPlaced', '{}')");

      assertThat(shell.run(3, List.of("psql", "-v", "ON_ERROR_STOP=1", "-1", "-f", file)))
          .contains("relation \"outbox\" already exists");
      assertThat(database.texts("SELECT aggregate_id FROM outbox")).containsExactly("42");
    }
  }

  /** On 14, because pg_dump can't read servers that are newer than itself. */
  @Test
  @RequiredTool("pg_dump")
  void should_write_in_another_database_when_it_was_dumped_and_restored() throws Exception {
    try (TestDatabase database = TestDatabase.withOutboxAndSlot(14);
        TestDatabase copy = TestDatabase.empty(14)) {
      Event.call(database.admin(), "outbox_append", anEvent().withPayload("1"));
      Shell shell = new Shell(database.server(), database.name()).with("COPY", copy.name());
      shell.run(
          0,
          List.of(
              "bash", "-o", "pipefail", "-c", "pg_dump | psql -v ON_ERROR_STOP=1 -d \"$COPY\""));

      Event.write(copy.admin(), anEvent().withPayload("2")); // the slot is of the first database
      copy.run(
          "SELECT outbox_create('public', 'outbox', 'copy')",
          "SELECT pg_create_logical_replication_slot('copy', 'pgoutput')");
      Event.write(copy.admin(), anEvent().withPayload("3"));
      Event.call(copy.admin(), "outbox_append", anEvent().withPayload("4"));

      assertThat(copy.texts("SELECT payload FROM outbox ORDER BY position"))
          .containsExactly("1", "2", "4");
      assertThat(DecodedInserts.next(copy.admin(), "copy", "outbox"))
          .extracting(row -> row.get("payload"))
          .containsExactly("3", "4");
    }
  }

  private static void migrateAndDeliver(MigrationTool tool, int major) throws Exception {
    try (TestDatabase database = TestDatabase.empty(major)) {
      database.run(
          "DROP ROLE IF EXISTS " + OWNER,
          "CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(OWNER, PASSWORD),
          "CREATE SCHEMA app AUTHORIZATION " + OWNER);

      tool.migrate(database, OWNER, PASSWORD, "app");

      database.run("SET search_path = app");
      SchemaScripts.ADMIN.apply(database.admin());
      assertDelivered(database);
    }
  }

  private static void assertDelivered(TestDatabase database) throws SQLException {
    Event.call(database.admin(), "app.outbox_append", anEvent());
    Event.write(database.admin(), anEvent());

    assertThat(DecodedInserts.next(database.admin())).hasSize(2);
    assertThat(database.texts("SELECT id FROM app.outbox")).hasSize(1);
    assertThat(database.texts("SELECT * FROM app.inbox")).isEmpty();
    assertThat(
            database.texts(
                "SELECT DISTINCT proowner::regrole FROM pg_proc WHERE proname LIKE 'outbox%'"))
        .containsExactly("outbox_owner");
  }
}
