package org.outboxconnect.client;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database with outbox, publication and slot for one test class. Names of slots are the server's,
 * so the slot goes when the class has ended.
 */
public final class OutboxDatabase implements BeforeAllCallback, AfterAllCallback {

  private static final String DROP_SLOT = "SELECT pg_drop_replication_slot('outbox')";

  private static final int VALID_WITHIN_SECONDS = 5;

  private final TestDatabase database;
  private Connection admin;

  private OutboxDatabase(TestDatabase database) {
    this.database = database;
  }

  public static OutboxDatabase named(String name) {
    return new OutboxDatabase(TestDatabase.named(name));
  }

  @Override
  public void beforeAll(ExtensionContext context) throws SQLException {
    database.beforeAll(context);
    try (Connection connection = database.connect()) {
      SchemaScripts.OUTBOX.apply(connection);
      SchemaScripts.ADMIN.apply(connection);
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws SQLException {
    execute(DROP_SLOT);
    admin.close();
  }

  /** The same one for all questions, as each log-in takes its time; a new one after a crash. */
  private Connection admin() throws SQLException {
    if (admin == null || !admin.isValid(VALID_WITHIN_SECONDS)) {
      admin = connect();
    }
    return admin;
  }

  public PostgresServer server() {
    return database.server();
  }

  /** A new source of superuser connections; settings of the driver can be added to it. */
  public PGSimpleDataSource dataSource() {
    return database.dataSource();
  }

  /** A connection in auto-commit mode. */
  public Connection connect() throws SQLException {
    return database.connect();
  }

  /** A connection with auto-commit off. */
  public Connection begin() throws SQLException {
    return database.begin();
  }

  public void execute(String sql) throws SQLException {
    TestDatabase.execute(admin(), sql);
  }

  /** First column of all rows that another connection sees, as text. */
  public List<String> query(String sql) throws SQLException {
    return TestDatabase.query(admin(), sql);
  }

  /** The one value that another connection sees, as text. */
  public String value(String sql) throws SQLException {
    List<String> values = query(sql);
    if (values.size() != 1) {
      throw new AssertionError("Expected one row of [%s], found %s".formatted(sql, values));
    }
    return values.get(0);
  }

  /** Takes off the slot what the relay would send, and returns the events in its order. */
  public List<DecodedEvent> relayed() throws SQLException {
    return changes("outbox").stream().map(DecodedChange::event).toList();
  }

  /** Takes off the slot what a publication selects. */
  public List<DecodedChange> changes(String publication) throws SQLException {
    return DecodedChanges.take(admin(), publication);
  }
}
