package org.outboxconnect.client;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database of its own for a test class, in one server for all of them. It is empty and can be
 * connected to by its superuser.
 */
final class TestDatabase implements BeforeAllCallback {

  private final String name;
  private Server server;

  private TestDatabase(String name) {
    this.name = name;
  }

  /** A database with any name, also an odd one. */
  static TestDatabase named(String name) {
    return new TestDatabase(name);
  }

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    server =
        context
            .getRoot()
            .getStore(Namespace.create(TestDatabase.class))
            .getOrComputeIfAbsent(Server.class);
    server.postgres.createDatabase(name);
  }

  PostgresServer server() {
    return server.postgres;
  }

  /** Settings of the driver can be added before it connects. */
  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {server.postgres.host()});
    source.setPortNumbers(new int[] {server.postgres.port()});
    source.setUser(server.postgres.user());
    source.setPassword(server.postgres.password());
    source.setDatabaseName(name);
    return source;
  }

  Connection connect() throws SQLException {
    return dataSource().getConnection();
  }

  /** A connection with auto-commit off. */
  Connection begin() throws SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    return connection;
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = connect()) {
      execute(connection, sql);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** First column of all rows that another connection sees, as text. */
  List<String> query(String sql) throws SQLException {
    try (Connection connection = connect()) {
      return query(connection, sql);
    }
  }

  static List<String> query(Connection connection, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  /** The server of this JVM; JUnit closes it after the last test class. */
  static final class Server implements AutoCloseable {

    private final WorkFolder folder = WorkFolder.create();
    private final PostgresServer postgres = PostgresServer.builder().start(folder);

    @Override
    public void close() {
      postgres.close();
      folder.close();
    }
  }
}
