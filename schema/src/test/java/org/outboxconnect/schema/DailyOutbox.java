package org.outboxconnect.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A partitioned outbox {@code daily} in a database of its own. Tests work on days of 2025, which
 * are over, beside the partitions of today and tomorrow.
 */
final class DailyOutbox {

  private final TestDatabase database;

  private DailyOutbox(TestDatabase database) {
    this.database = database;
  }

  /** Makes it anew, whatever another test has left in the database. */
  static DailyOutbox create(TestDatabase database) throws SQLException {
    database.dropSlot();
    database.run(
        "RESET ALL",
        "DROP PUBLICATION IF EXISTS daily, outbox",
        "DROP SCHEMA public CASCADE",
        "CREATE SCHEMA public",
        "GRANT USAGE ON SCHEMA public TO PUBLIC");
    SchemaScripts.OUTBOX.apply(database.admin());
    database.run("SELECT outbox_create_partitioned('public', 'daily', 1)");
    return new DailyOutbox(database);
  }

  TestDatabase database() {
    return database;
  }

  void run(String... statements) throws SQLException {
    database.run(statements);
  }

  void makeDay(String day) throws SQLException {
    run("SELECT outbox_create_partitions('daily', 0, '%s')".formatted(day));
  }

  /** Inserts a row as its owner, who may choose {@code created_at}. */
  static String insertAt(String createdAt, boolean published) {
    return """
        INSERT INTO daily (id, aggregate_type, aggregate_id, event_type, payload, created_at, published_at)
        VALUES (outbox_uuidv7(), 'Order', '42', 'OrderPlaced', '{}', '%s', %s)"""
        .formatted(createdAt, published ? "now()" : "NULL");
  }

  void insert(String createdAt, boolean published) throws SQLException {
    run(insertAt(createdAt, published));
  }

  void markAllPublished() throws SQLException {
    run("UPDATE daily SET published_at = now() WHERE published_at IS NULL");
  }

  /** The names of the partitions of 2025. */
  List<String> partitions() throws SQLException {
    return database.texts(
        "SELECT partition FROM outbox_partitions('daily') WHERE ends <= '2026-01-01'");
  }

  /** Drops what is over, whenever it ended, and returns what the procedure said. */
  List<String> drop(String slots) throws SQLException {
    return messages(database.admin(), drop(slots, 20));
  }

  static String drop(String slots, int attempts) {
    return "CALL outbox_drop_partitions('daily', '0', '%s', %d)".formatted(slots, attempts);
  }

  /** Runs a statement and returns the notices and warnings that it raised. */
  static List<String> messages(Connection connection, String sql) throws SQLException {
    List<String> messages = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      for (SQLWarning next = statement.getWarnings(); next != null; next = next.getNextWarning()) {
        messages.add(next.getMessage());
      }
    }
    return messages;
  }
}
