package org.outboxconnect.monitor;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.outboxconnect.stack.postgres.PostgresServer;

/** Statements of the superuser, each on its own connection unless one is given. */
public final class Sql {

  /** A table as an outbox has it, as far as the monitor looks. */
  public static final String OUTBOX =
      """
      CREATE TABLE outbox (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(), payload jsonb NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL DEFAULT now(), published_at timestamptz,
        "position" bigint GENERATED ALWAYS AS IDENTITY);
      CREATE INDEX ON outbox ("position") WHERE published_at IS NULL;
      CREATE PUBLICATION outbox FOR TABLE outbox WITH (publish = 'insert')
      """;

  private Sql() {}

  public static void run(PostgresServer server, String... lines) throws SQLException {
    try (Connection connection = server.connect()) {
      run(connection, lines);
    }
  }

  public static void run(Connection connection, String... lines) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String line : lines) {
        statement.execute(line);
      }
    }
  }

  public static String ask(PostgresServer server, String query) throws SQLException {
    try (Connection connection = server.connect()) {
      return ask(connection, query);
    }
  }

  public static String ask(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }

  /** Writes WAL that concerns no outbox, a transaction for each mebibyte. */
  public static void fill(PostgresServer server, int megabytes) throws SQLException {
    fill(server.dataSource(), megabytes);
  }

  /** The same through a database of choice. */
  public static void fill(DataSource database, int megabytes) throws SQLException {
    try (Connection connection = database.getConnection()) {
      fill(connection, megabytes);
    }
  }

  /** The same through a connection that is kept. */
  public static void fill(Connection connection, int megabytes) throws SQLException {
    for (int written = 0; written < megabytes; written++) {
      run(connection, "SELECT pg_logical_emit_message(true, 'neighbour', repeat('x', 1048576))");
    }
  }

  /** Uses up transaction ids: each round of the loop is a subtransaction that writes. */
  public static void useTransactionIds(PostgresServer server, long count) throws SQLException {
    run(
        server,
        """
        DO $$ BEGIN
          CREATE TEMPORARY TABLE ids (n int);
          FOR n IN 1..%d LOOP
            BEGIN INSERT INTO ids VALUES (n); EXCEPTION WHEN division_by_zero THEN NULL; END;
          END LOOP;
        END $$
        """
            .formatted(count));
  }
}
