package org.outboxconnect.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.WorkFolder;
import org.outboxconnect.testing.RequiredTool;

/** The script that makes the database of deploy/compose.yaml, on a real server. */
@RequiredTool("psql")
@DisplayNameGeneration(ReplaceUnderscores.class)
class ComposeDatabaseIT {

  private static final Path ROOT = Path.of(System.getProperty("outbox.root"));
  private static final String PASSWORD = "it's $ecret";

  @Test
  void should_leave_slot_publication_and_a_connector_that_may_log_in_and_read() throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().start(work)) {
      server.createDatabase("outbox");
      runScript(work, server, ROOT.resolve("schema"));

      try (Connection connector =
              DriverManager.getConnection(server.jdbcUrl("outbox"), "outbox_connector", PASSWORD);
          ResultSet row =
              connector
                  .createStatement()
                  .executeQuery(
                      "SELECT (SELECT count(*) FROM outbox),"
                          + " (SELECT slot_name FROM pg_replication_slots),"
                          + " (SELECT pubname FROM pg_publication),"
                          + " (SELECT rolreplication FROM pg_roles WHERE rolname = CURRENT_USER)")) {
        row.next();
        assertThat(List.of(row.getLong(1), row.getString(2), row.getString(3), row.getBoolean(4)))
            .containsExactly(0L, "outbox", "outbox", true);
      }
    }
  }

  @Test
  void should_run_the_migrations_by_number_when_there_are_more_than_nine() throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().start(work)) {
      server.createDatabase("outbox");
      Path schema = Files.createDirectory(work.path().resolve("with blanks"));
      Path outbox = Files.createDirectories(schema.resolve("migrations/outbox"));
      Files.createDirectories(schema.resolve("migrations/inbox"));
      Files.createDirectory(schema.resolve("admin"));
      String log = "INSERT INTO ran (version) VALUES (%d);";
      Files.writeString(
          outbox.resolve("V1__a.sql"),
          "CREATE TABLE ran (nr int GENERATED ALWAYS AS IDENTITY, version int);"
              + log.formatted(1));
      for (int version : new int[] {2, 3, 10, 11}) {
        Files.writeString(outbox.resolve("V%d__b.sql".formatted(version)), log.formatted(version));
      }
      Files.writeString(schema.resolve("admin/1_roles.sql"), "CREATE ROLE outbox_relay;");

      runScript(work, server, schema);

      try (Connection superuser =
              DriverManager.getConnection(
                  server.jdbcUrl("outbox"), server.user(), server.password());
          ResultSet row =
              superuser
                  .createStatement()
                  .executeQuery("SELECT string_agg(version::text, ' ' ORDER BY nr) FROM ran")) {
        row.next();
        assertThat(row.getString(1)).isEqualTo("1 2 3 10 11");
      }
    }
  }

  private static void runScript(WorkFolder work, PostgresServer server, Path schema)
      throws Exception {
    Path secrets = work.folder("secrets");
    Files.writeString(secrets.resolve("db-password"), PASSWORD);
    Map<String, String> environment =
        Map.of(
            "PGHOST", server.host(),
            "PGPORT", Integer.toString(server.port()),
            "PGPASSWORD", server.password(),
            "OUTBOX_SCHEMA_FOLDER", schema.toString(),
            "OUTBOX_SECRETS_FOLDER", secrets.toString());
    List<String> command = List.of("sh", ROOT.resolve("deploy/postgres-init.sh").toString());
    ChildProcess script =
        ChildProcess.start("init", command, environment, work.path(), work.log("init"));
    try {
      assertThat(script.awaitExit(Duration.ofMinutes(2))).isTrue();
      assertThat(script.exitCode()).as(script.logTail(20)).hasValue(0);
    } finally {
      script.kill();
    }
  }
}
