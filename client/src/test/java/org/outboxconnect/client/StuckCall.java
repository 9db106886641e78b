package org.outboxconnect.client;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.outboxconnect.stack.process.Wait;

/**
 * A call that stands still inside the server until {@link #release}: at the event or business row
 * of that name, which a rule of the table makes wait for a lock that this object holds.
 */
final class StuckCall implements AutoCloseable {

  static final String NAME = "Stuck";

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String WAITS =
      "SELECT 1 FROM pg_stat_activity"
          + " WHERE pid = %d AND state = 'active' AND wait_event = 'advisory'";
  private static final String LIVES = "SELECT 1 FROM pg_stat_activity WHERE pid = %d";

  private final OutboxDatabase database;
  private final Connection holder;
  private final int pid;
  private final CompletableFuture<Void> call;

  private StuckCall(OutboxDatabase database, Connection connection, Call call) throws SQLException {
    this.database = database;
    holder = database.connect();
    TestDatabase.execute(holder, "SELECT pg_advisory_lock(4711)");
    pid = pid(connection);
    this.call =
        CompletableFuture.runAsync(
            () -> {
              try {
                call.run(connection);
              } catch (SQLException e) {
                throw new CompletionException(e);
              }
            });
  }

  /** Lets events and business rows of that name wait. To be called once for a database. */
  static void prepare(OutboxDatabase database) throws SQLException {
    database.execute(
        """
        CREATE FUNCTION waits(name text) RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
          IF name = 'Stuck' THEN PERFORM pg_advisory_xact_lock(4711); END IF;
          RETURN true;
        END $$;
        CREATE FUNCTION waits_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM waits(NEW.name);
          RETURN NULL;
        END $$;
        CREATE TABLE business (name text);
        CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON business DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION waits_at_commit();
        ALTER TABLE outbox ADD CONSTRAINT waits CHECK (waits(event_type));
        SELECT outbox_create('public', 'outbox') -- the message's rules are made of the table's
        """);
  }

  /** Starts a call on another thread, and returns when it stands still. */
  static StuckCall start(OutboxDatabase database, Connection connection, Call call)
      throws SQLException {
    StuckCall stuck = new StuckCall(database, connection, call);
    Wait.require("the call to stand still", PATIENCE, () -> stuck.exists(WAITS));
    return stuck;
  }

  int pid() {
    return pid;
  }

  void release() throws SQLException {
    holder.close();
  }

  /** Waits for the end of the call, and returns what it threw, or null. */
  Throwable failure() throws InterruptedException, TimeoutException {
    try {
      call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  /** Waits until the server has seen that its client has gone. */
  void awaitEndOfSession() {
    Wait.require("the end of session " + pid, PATIENCE, () -> !exists(LIVES));
  }

  private boolean exists(String query) throws SQLException {
    return !database.query(query.formatted(pid)).isEmpty();
  }

  private static int pid(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Override
  public void close() throws SQLException {
    release();
  }

  /** What stands still. */
  interface Call {
    void run(Connection connection) throws SQLException;
  }
}
