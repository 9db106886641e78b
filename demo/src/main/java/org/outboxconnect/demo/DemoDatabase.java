package org.outboxconnect.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.postgres.PostgresServer;

/**
 * The shop's database: the shipped schema, applied as a team would, and the demo's own tables. Four
 * roles with different rights, so that a right that is missing in the schema shows here.
 */
final class DemoDatabase {

  static final String NAME = "shop";
  static final String CONNECTOR = "outbox_connector";
  private static final String OWNER = "shop_owner";
  private static final String SERVICE = "order_service";
  private static final String CONSUMER = "shipping_service";

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE orders (id text PRIMARY KEY, version bigint NOT NULL)",
          "CREATE TABLE written (event_id uuid PRIMARY KEY)",
          // No unique constraint on the event: an effect that comes twice must be seen, not
          // refused.
          "CREATE TABLE shipments (position bigint GENERATED ALWAYS AS IDENTITY,"
              + " event_id uuid NOT NULL, order_id text NOT NULL, version bigint NOT NULL)",
          "GRANT SELECT, INSERT, UPDATE ON orders TO " + SERVICE,
          "GRANT INSERT ON written TO " + SERVICE,
          "GRANT INSERT ON shipments TO " + CONSUMER,
          "GRANT SELECT, INSERT ON inbox TO " + CONSUMER);

  private final PostgresServer server;
  private final String password;

  private DemoDatabase(PostgresServer server, String password) {
    this.server = server;
    this.password = password;
  }

  /**
   * Makes roles, database, schema, publication and slot, in this order.
   *
   * @param password of every role
   */
  static DemoDatabase create(PostgresServer server, String password) throws SQLException {
    DemoDatabase database = new DemoDatabase(server, password);
    try (Connection superuser = server.connect()) {
      database.createLogin(superuser, OWNER, "");
      execute(superuser, "CREATE DATABASE " + NAME + " OWNER " + OWNER);
    }
    try (Connection owner = database.connect(OWNER)) {
      SchemaScripts.OUTBOX.apply(owner);
      SchemaScripts.INBOX.apply(owner);
    }
    try (Connection superuser = database.connectAsSuperuser()) {
      SchemaScripts.ADMIN.apply(superuser);
      database.createLogin(superuser, SERVICE, "IN ROLE outbox_writer");
      database.createLogin(superuser, CONSUMER, "");
      database.createLogin(superuser, CONNECTOR, "REPLICATION IN ROLE outbox_relay");
    }
    try (Connection owner = database.connect(OWNER)) {
      for (String statement : TABLES) {
        execute(owner, statement);
      }
    }
    return database;
  }

  /** As the service that writes orders: may call the outbox's write functions, no more. */
  Connection connectAsService() throws SQLException {
    return connect(SERVICE);
  }

  /** As the service that ships. */
  Connection connectAsConsumer() throws SQLException {
    return connect(CONSUMER);
  }

  private Connection connectAsSuperuser() throws SQLException {
    return server.dataSource(NAME).getConnection();
  }

  private Connection connect(String role) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(NAME), role, password);
  }

  String jdbcUrl() {
    return server.jdbcUrl(NAME);
  }

  /** The log position behind everything that has committed so far. */
  String logPosition() {
    return queryText("SELECT pg_current_wal_insert_lsn()::text");
  }

  /** Whether the relay has reported everything before this position as safely in Kafka. */
  boolean relayConfirmed(String logPosition) {
    return query(
            "SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'outbox'"
                + " AND confirmed_flush_lsn >= '%s'::pg_lsn".formatted(logPosition))
        == 1;
  }

  /** Whether anybody reads the slot. */
  boolean relayConnected() {
    return query("SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'outbox' AND active")
        > 0;
  }

  long written() {
    return query("SELECT count(*) FROM written");
  }

  long applied() {
    return query("SELECT count(DISTINCT event_id) FROM shipments");
  }

  /** Written and not applied. */
  long lost() {
    return query(
        "SELECT count(*) FROM written w WHERE NOT EXISTS"
            + " (SELECT FROM shipments s WHERE s.event_id = w.event_id)");
  }

  /** Applied although the transaction that announced it did not commit. */
  long uncommitted() {
    return query(
        "SELECT count(DISTINCT event_id) FROM shipments s WHERE NOT EXISTS"
            + " (SELECT FROM written w WHERE w.event_id = s.event_id)");
  }

  long duplicatesApplied() {
    return query("SELECT count(*) - count(DISTINCT event_id) FROM shipments");
  }

  /** Effects whose version is below one applied before to the same order. */
  long outOfOrder() {
    return query(
        "SELECT count(*) FROM (SELECT version, max(version) OVER (PARTITION BY order_id"
            + " ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before"
            + " FROM shipments) AS effects WHERE version < before");
  }

  long outboxRows() {
    return query("SELECT count(*) FROM outbox");
  }

  private long query(String sql) {
    return Long.parseLong(queryText(sql));
  }

  private String queryText(String sql) {
    try (Connection superuser = connectAsSuperuser();
        Statement statement = superuser.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    } catch (SQLException failure) {
      throw new DemoException("Cannot count in database " + NAME, failure);
    }
  }

  private void createLogin(Connection superuser, String role, String attributes)
      throws SQLException {
    execute(
        superuser, "CREATE ROLE %s LOGIN PASSWORD '%s' %s".formatted(role, password, attributes));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
