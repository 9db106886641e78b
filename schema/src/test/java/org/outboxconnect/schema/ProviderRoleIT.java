package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * A managed database gives nobody a superuser: its administrator has CREATEROLE, CREATEDB and some
 * way to replicate. A server of its own, because no role of ours may be there before.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProviderRoleIT {

  private static final String SUPERUSER =
      "SELECT 1 FROM pg_roles WHERE rolname = current_user AND rolsuper";

  @ParameterizedTest(name = "PostgreSQL {0}, schema {1}")
  @CsvSource({"14, app", "14, public", "18, app", "18, public"})
  void should_need_no_superuser_when_the_administrator_is_that_of_a_provider(
      int major, String schema) throws SQLException {
    deliverWithoutSuperuser(major, schema);
  }

  /** In 16 CREATEROLE became narrower: it rules only the roles that it has made. */
  @Tag("ci")
  @ParameterizedTest(name = "PostgreSQL {0}")
  @ValueSource(ints = {15, 16, 17})
  void should_need_no_superuser_on_the_versions_between(int major) throws SQLException {
    deliverWithoutSuperuser(major, "app");
  }

  private static void deliverWithoutSuperuser(int major, String schema) throws SQLException {
    try (WorkFolder folder = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().major(major).start(folder)) {
      try (Connection provider = server.connect()) {
        Sql.run(
            provider,
            "CREATE ROLE provider_admin LOGIN CREATEROLE CREATEDB PASSWORD 'x'",
            // As rds_replication: a role of the provider that the administrator may hand on. What
            // gives it the right to replicate is the provider's own.
            "CREATE ROLE provider_replication REPLICATION",
            "GRANT provider_replication TO provider_admin WITH ADMIN OPTION");
      }
      try (Connection admin = login(server, "postgres", "provider_admin")) {
        Sql.run(
            admin,
            "CREATE DATABASE shop",
            "CREATE ROLE migrator LOGIN PASSWORD 'x'",
            "GRANT migrator TO provider_admin", // to act on what it owns
            "CREATE ROLE service LOGIN PASSWORD 'x'");
      }
      try (Connection admin = login(server, "shop", "provider_admin")) {
        if (schema.equals("app")) {
          Sql.run(admin, "CREATE SCHEMA app AUTHORIZATION migrator");
        } else if (major >= 15) { // before, everybody may create objects in public
          Sql.run(admin, "GRANT CREATE ON SCHEMA public TO migrator");
        }
        migrate(server, schema);
        runAdminFiles(admin, schema);
        migrateFurther(server, schema);
        runAdminFiles(admin, schema);
        Sql.run(admin, "GRANT outbox_writer TO service");
      }
      assertDelivered(server, schema);
    }
  }

  private static void migrate(PostgresServer server, String schema) throws SQLException {
    try (Connection migrator = login(server, "shop", "migrator")) {
      Sql.run(migrator, "SET search_path = " + schema);
      SchemaScripts.OUTBOX.apply(migrator);
      SchemaScripts.INBOX.apply(migrator);
    }
  }

  private static void runAdminFiles(Connection admin, String schema) throws SQLException {
    assertThat(Sql.texts(admin, SUPERUSER)).isEmpty();
    Sql.run(admin, "SET search_path = " + schema);
    for (SchemaScripts.Script script : SchemaScripts.ADMIN.scripts()) {
      boolean replicates = script.name().contains("slot");
      Sql.run(admin, replicates ? "SET ROLE provider_replication" : "RESET ROLE", script.text());
    }
    Sql.run(admin, "RESET ROLE");
  }

  /** What a later migration does: it needs what the former owner has handed over. */
  private static void migrateFurther(PostgresServer server, String schema) throws SQLException {
    try (Connection migrator = login(server, "shop", "migrator")) {
      Sql.run(
          migrator,
          "SET search_path = " + schema,
          "ALTER TABLE outbox ADD COLUMN note text",
          "SELECT outbox_create('%s', 'outbox')".formatted(schema),
          "SELECT outbox_create('%s', 'events')".formatted(schema));
    }
  }

  private static void assertDelivered(PostgresServer server, String schema) throws SQLException {
    try (Connection service = login(server, "shop", "service");
        Connection superuser =
            DriverManager.getConnection(server.jdbcUrl("shop"), server.user(), server.password())) {
      Event.call(service, schema + ".outbox_write", anEvent());
      anEvent().callOne(service, schema + ".outbox_emit");
      Event.call(service, schema + ".outbox_append", anEvent());

      assertThat(Sql.texts(superuser, "SELECT count(*) FROM %s.outbox".formatted(schema)))
          .containsExactly("1");
      assertThat(DecodedInserts.next(superuser)).hasSize(2);
      assertThat(
              Sql.texts(
                  superuser,
                  "SELECT DISTINCT relowner::regrole FROM pg_class WHERE relname IN ('outbox',"
                      + " 'outbox_position_seq')"))
          .containsExactly("outbox_owner");
    }
  }

  private static Connection login(PostgresServer server, String database, String role)
      throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(database), role, "x");
  }
}
