package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.RequiredTool;

/** The files as other people run them. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaToolsIT {

  private static final Path FOLDER = Path.of(System.getProperty("outbox.root"), "schema");

  private final int major;
  private TestDatabase database;

  SchemaToolsIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.empty(major);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  @RequiredTool("psql")
  void should_deliver_an_event_when_psql_ran_the_files_as_the_README_says() throws Exception {
    psql("-1", "-f", "migrations/outbox/V1__outbox.sql");
    psql("-1", "-f", "migrations/inbox/V1__inbox.sql");
    for (int run = 0; run < 2; run++) {
      psql("-f", "admin/1_roles.sql", "-f", "admin/2_publication.sql", "-f", "admin/3_slot.sql");
    }
    psql("-c", "SELECT outbox_write('Order', '42', 'OrderPlaced', '{\"total\": 7}')");

    assertThat(database.texts("SELECT id FROM outbox")).isEmpty();
    assertThat(DecodedInserts.next(database.admin()))
        .extracting(row -> row.get("payload"))
        .containsExactly("{\"total\": 7}");
  }

  @Test
  @RequiredTool("psql")
  void should_fail_and_change_nothing_when_psql_runs_a_migration_twice() throws Exception {
    psql("-1", "-f", "migrations/outbox/V1__outbox.sql");
    database.run("SELECT outbox_write('Order', '42', 'OrderPlaced', '{}')");

    assertThat(psqlOutput(3, "-1", "-f", "migrations/outbox/V1__outbox.sql"))
        .contains("relation \"outbox\" already exists");
    assertThat(database.texts("SELECT aggregate_id FROM outbox")).containsExactly("42");
  }

  @Test
  void should_migrate_once_beside_the_migrations_of_the_service_when_Flyway_runs_twice()
      throws Exception {
    database.run("CREATE TABLE of_the_service ()");

    assertThat(flyway("outbox").migrate().migrationsExecuted)
        .isEqualTo(SchemaScripts.OUTBOX.scripts().size());
    assertThat(flyway("inbox").migrate().migrationsExecuted).isEqualTo(1);
    assertThat(flyway("outbox").migrate().migrationsExecuted).isZero();
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("SELECT outbox_write('Order', '42', 'OrderPlaced', '{}')");

    assertThat(DecodedInserts.next(database.admin())).hasSize(1);
    assertThat(database.texts("SELECT * FROM inbox")).isEmpty();
  }

  private Flyway flyway(String table) {
    return Flyway.configure()
        .dataSource(
            database.server().jdbcUrl(database.name()),
            database.server().user(),
            database.server().password())
        .locations("classpath:org/outboxconnect/schema/migrations/" + table)
        .table(table + "_schema_history")
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load();
  }

  private void psql(String... arguments) throws IOException, InterruptedException {
    psqlOutput(0, arguments);
  }

  private String psqlOutput(int exitCode, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("psql", "-X", "-v", "ON_ERROR_STOP=1"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(FOLDER.toFile());
    builder.environment().put("PGHOST", database.server().host());
    builder.environment().put("PGPORT", Integer.toString(database.server().port()));
    builder.environment().put("PGDATABASE", database.name());
    builder.environment().put("PGUSER", database.server().user());
    builder.environment().put("PGPASSWORD", database.server().password());
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(output).isEqualTo(exitCode);
    return output;
  }
}
