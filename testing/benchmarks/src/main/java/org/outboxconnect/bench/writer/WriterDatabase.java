package org.outboxconnect.bench.writer;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/** One PostgreSQL with the outbox and three more of its kind: same columns, rules and indexes. */
final class WriterDatabase implements AutoCloseable {

  static final String RETAINED = "retained";
  static final String PLAIN = "plain";
  static final String NAIVE = "naive";

  private static final List<String> OTHER_OUTBOXES = List.of(RETAINED, PLAIN, NAIVE);
  private static final String SERVICE = "service";

  private final WorkFolder folder = WorkFolder.create();
  private final PostgresServer postgres;
  private final Connection admin;

  WriterDatabase() throws SQLException {
    postgres =
        PostgresServer.builder()
            .setting("shared_buffers", "128MB") // PostgreSQL's default
            // A checkpoint in the middle of a run would make one series pay for full pages.
            .setting("checkpoint_timeout", "1h")
            .setting("max_wal_size", "16GB")
            .start(folder);
    admin = postgres.connect();
    SchemaScripts.OUTBOX.apply(admin);
    SchemaScripts.ADMIN.apply(admin);
    for (String table : OTHER_OUTBOXES) {
      execute("SELECT outbox_create('public', '%s')".formatted(table));
      execute("SELECT set_config('outbox.table_name', '%s', false)".formatted(table));
      execute(SchemaScripts.ADMIN.scripts().get(0).text()); // roles and their rights
    }
    execute(
        "CREATE ROLE %s LOGIN PASSWORD '%s' IN ROLE outbox_writer, outbox_inserter"
            .formatted(SERVICE, SERVICE));
    execute("GRANT SELECT, DELETE ON %s TO %s".formatted(NAIVE, SERVICE));
  }

  /**
   * Connects as a service does: PostgreSQL checks the rights on each function and operator, which
   * it spares a superuser.
   */
  Connection connect() throws SQLException {
    return postgres.connect(SERVICE, SERVICE);
  }

  /** Makes the state of a start: tables empty, no WAL held back, a slot that has been read. */
  void reset() throws SQLException {
    makeSlot();
    execute("TRUNCATE outbox, " + String.join(", ", OTHER_OUTBOXES));
    execute("CHECKPOINT");
    // As a connector does all the time. The writer remembers its look at a slot only if it is read.
    execute("SELECT outbox_write('Order', '1', 'OrderPlaced', '{}')");
    execute(
        "SELECT count(*) FROM pg_logical_slot_get_binary_changes('outbox', NULL, NULL,"
            + " 'proto_version', '1', 'publication_names', 'outbox')");
  }

  /** Makes the slot anew; nobody has read from it yet. */
  void makeSlot() throws SQLException {
    execute("SELECT pg_drop_replication_slot('outbox')");
    execute("SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
  }

  /** Bytes of WAL that have been written so far. */
  long walBytes() throws SQLException {
    try (Statement statement = admin.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = admin.createStatement()) {
      statement.setEscapeProcessing(false); // braces are JSON
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    postgres.close();
    folder.close();
  }
}
