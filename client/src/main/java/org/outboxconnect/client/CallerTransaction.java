package org.outboxconnect.client;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a call needs of the caller's connection and of its transaction. */
final class CallerTransaction {

  static final String READ_ONLY_HINT =
      "use a connection of the primary and a read-write transaction";

  private static final Call COMMIT = new Call("commit", "transaction", "", "", List.of());

  private CallerTransaction() {}

  /**
   * Refuses a connection that can't do it. Asks the driver only: nothing is sent.
   *
   * @param what the call, as in "append 3 events"
   */
  static void require(Connection connection, String what) throws SQLException {
    requireTransaction(connection, what);
    if (connection.isReadOnly()) {
      throw refused(what, "is read-only", READ_ONLY_HINT);
    }
    if (Pgjdbc.statusOf(connection) == TransactionStatus.ABORTED) {
      throw aborted(what, null);
    }
  }

  /**
   * Refuses a transaction that can only be rolled back; asks the server if the driver is silent.
   */
  static void requireCommittable(Connection connection) throws SQLException {
    requireTransaction(connection, COMMIT.what());
    switch (Pgjdbc.statusOf(connection)) {
      case USABLE -> {}
      case ABORTED -> throw aborted(COMMIT.what(), null);
      case UNKNOWN -> {
        try (Statement statement = connection.createStatement()) {
          statement.execute("SELECT 1");
        } catch (SQLException e) {
          throw ServerRefusal.explain(e, COMMIT);
        }
      }
    }
  }

  private static void requireTransaction(Connection connection, String what) throws SQLException {
    if (connection.isClosed()) {
      throw refused(what, "is closed", "use the open connection of the running transaction");
    }
    if (connection.getAutoCommit()) {
      throw refused(
          what,
          "is in auto-commit mode, so each statement would commit on its own",
          "call setAutoCommit(false), or take the connection of the running transaction, and write"
              + " the business change on the same connection");
    }
  }

  private static UnusableConnectionException refused(String what, String problem, String hint) {
    return new UnusableConnectionException(
        "Cannot %s: the connection %s. Nothing was sent. [Hint: %s]".formatted(what, problem, hint),
        null);
  }

  static AbortedTransactionException aborted(String what, @Nullable SQLException cause) {
    return new AbortedTransactionException(
        ("Cannot %s: an earlier statement of this transaction failed%s, and a commit would roll"
                + " everything back, maybe without an exception. [Hint: let SQL errors end the"
                + " transaction, roll back and repeat it; or set a savepoint before a statement"
                + " that may fail]")
            .formatted(what, cause == null ? "" : " (SQLSTATE %s)".formatted(cause.getSQLState())),
        cause);
  }
}
