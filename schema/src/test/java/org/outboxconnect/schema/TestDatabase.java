package org.outboxconnect.schema;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.outboxconnect.stack.postgres.PostgresServer;

/** An empty database of its own for one test. Roles and the name of the slot are the server's. */
final class TestDatabase implements AutoCloseable {

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final PostgresServer server;
  private final String name = "schema_test_" + NUMBER.incrementAndGet();
  private final Connection admin;

  private TestDatabase(int major) throws SQLException {
    server = SharedPostgres.of(major);
    try (Connection postgres = server.connect();
        Statement statement = postgres.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    admin = connect();
  }

  static TestDatabase empty(int major) throws SQLException {
    return new TestDatabase(major);
  }

  static TestDatabase withOutbox(int major) throws SQLException {
    TestDatabase database = new TestDatabase(major);
    SchemaScripts.OUTBOX.apply(database.admin);
    return database;
  }

  static TestDatabase withOutboxAndSlot(int major) throws SQLException {
    TestDatabase database = withOutbox(major);
    SchemaScripts.ADMIN.apply(database.admin);
    return database;
  }

  PostgresServer server() {
    return server;
  }

  String name() {
    return name;
  }

  /** A new superuser connection in autocommit. */
  Connection connect() throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(name), server.user(), server.password());
  }

  /** A new connection on which {@code role} has logged in, as far as rights go. */
  Connection connectAs(String role) throws SQLException {
    Connection connection = connect();
    Sql.run(connection, "SET SESSION AUTHORIZATION " + role);
    return connection;
  }

  /** The superuser connection of this test, in autocommit. */
  Connection admin() {
    return admin;
  }

  void run(String... statements) throws SQLException {
    Sql.run(admin, statements);
  }

  List<String> texts(String query) throws SQLException {
    return Sql.texts(admin, query);
  }

  /** Makes the next test start as if the database were new. */
  void emptyTableAndSlot() throws SQLException {
    run("TRUNCATE outbox");
    DecodedInserts.next(admin);
  }

  /** Drops all slots of this database. */
  void dropSlot() throws SQLException {
    run(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
            + " WHERE database = current_database()");
  }

  @Override
  public void close() throws SQLException {
    dropSlot();
    admin.close();
    try (Connection postgres = server.connect()) {
      Sql.run(postgres, "DROP DATABASE " + name + " WITH (FORCE)");
    }
  }
}
