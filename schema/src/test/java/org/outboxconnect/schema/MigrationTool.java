package org.outboxconnect.schema;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import javax.sql.DataSource;
import liquibase.Scope;
import liquibase.command.CommandScope;
import liquibase.database.Database;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;
import liquibase.resource.ResourceAccessor;
import org.flywaydb.core.Flyway;
import org.outboxconnect.schema.SchemaScripts.Script;
import org.postgresql.ds.PGSimpleDataSource;

/** Runs all migrations of outbox and inbox as a role, in the first schema of its search path. */
enum MigrationTool {
  PSQL {
    @Override
    void migrate(TestDatabase database, String role, String password, String schema)
        throws Exception {
      Shell shell =
          new Shell(database.server(), database.name())
              .with("PGUSER", role)
              .with("PGPASSWORD", password)
              .with("PGOPTIONS", "-c search_path=" + schema);
      for (Script script : SchemaScripts.OUTBOX.scripts()) {
        shell.psql("-1", "-f", "schema/migrations/outbox/" + script.name());
      }
      for (Script script : SchemaScripts.INBOX.scripts()) {
        shell.psql("-1", "-f", "schema/migrations/inbox/" + script.name());
      }
    }
  },

  /** The second run must find nothing to do. */
  FLYWAY {
    @Override
    void migrate(TestDatabase database, String role, String password, String schema) {
      DataSource dataSource = dataSource(database, role, password, schema);
      Flyway.configure()
          .dataSource(dataSource)
          .locations("classpath:org/outboxconnect/schema/migrations/inbox")
          .table("inbox_schema_history")
          .load()
          .migrate();
      for (int run = 0; run < 2; run++) {
        // tag::flyway
        Flyway.configure()
            .dataSource(dataSource)
            .locations("classpath:org/outboxconnect/schema/migrations/outbox")
            .table("outbox_schema_history")
            .baselineOnMigrate(true) // your tables are there already
            .baselineVersion("0")
            .load()
            .migrate();
        // end::flyway
      }
    }
  },

  /** The change log is that of the README. The second run must find nothing to do. */
  LIQUIBASE {
    @Override
    void migrate(TestDatabase database, String role, String password, String schema)
        throws Exception {
      Path folder = Files.createTempDirectory("liquibase");
      Path changelog = Files.writeString(folder.resolve("changelog.xml"), Readme.theBlock("xml"));
      ResourceAccessor files =
          new CompositeResourceAccessor(
              new DirectoryResourceAccessor(folder), new ClassLoaderResourceAccessor());
      try (Connection connection = dataSource(database, role, password, schema).getConnection()) {
        Database liquibase =
            DatabaseFactory.getInstance()
                .findCorrectDatabaseImplementation(new JdbcConnection(connection));
        for (int run = 0; run < 2; run++) {
          Scope.child(
              Scope.Attr.resourceAccessor,
              files,
              () ->
                  new CommandScope("update")
                      .addArgumentValue("changelogFile", "changelog.xml")
                      .addArgumentValue("database", liquibase)
                      .execute());
        }
      } finally {
        Files.delete(changelog);
        Files.delete(folder);
      }
    }
  };

  abstract void migrate(TestDatabase database, String role, String password, String schema)
      throws Exception;

  private static DataSource dataSource(
      TestDatabase database, String role, String password, String schema) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(database.server().jdbcUrl(database.name()));
    source.setUser(role);
    source.setPassword(password);
    source.setCurrentSchema(schema);
    return source;
  }
}
