package org.outboxconnect.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.postgresql.PGConnection;

/** Statements that run while the test goes on. */
final class Background {

  private Background() {}

  static <T> CompletableFuture<T> run(Callable<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(task.call());
              } catch (Exception | AssertionError e) {
                result.completeExceptionally(e);
              }
            },
            "background");
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  /** Returns once a statement that begins so waits for a lock. */
  static void awaitLockWait(TestDatabase database, String statement) {
    await(
        database,
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            + " AND starts_with(query, '%s')".formatted(statement.replace("'", "''")));
  }

  /** Returns once the query finds a row. */
  static void await(TestDatabase database, String query) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> !database.texts(query).isEmpty());
  }

  /** Kills the session of a connection and returns once it is gone. */
  static void terminate(TestDatabase database, Connection connection) throws SQLException {
    int pid = connection.unwrap(PGConnection.class).getBackendPID();
    database.run("SELECT pg_terminate_backend(%d)".formatted(pid));
    await(
        database,
        "SELECT 1 WHERE NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = %d)".formatted(pid));
  }
}
