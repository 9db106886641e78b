package org.outboxconnect.client;

import java.sql.Connection;
import java.sql.SQLException;

/** What a call needs of the caller's connection, and what its failures mean. */
final class CallerTransaction {

  private static final String UNDEFINED_FUNCTION = "42883";
  private static final String UNDEFINED_TABLE = "42P01";
  private static final String UNDEFINED_SCHEMA = "3F000";
  private static final String READ_ONLY_TRANSACTION = "25006";
  private static final String ABORTED_TRANSACTION = "25P02";
  private static final String READ_ONLY_HINT =
      "use a connection of the primary and a read-write transaction";

  private CallerTransaction() {}

  /**
   * Refuses a connection that can't do it. Asks the driver only: nothing is sent.
   *
   * @param what the call, as in "append 3 events"
   */
  static void require(Connection connection, String what) throws SQLException {
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
    if (connection.isReadOnly()) {
      throw refused(what, "is read-only", READ_ONLY_HINT);
    }
  }

  private static UnusableConnectionException refused(String what, String problem, String hint) {
    return new UnusableConnectionException(
        "Cannot %s: the connection %s. Nothing was sent. [Hint: %s]".formatted(what, problem, hint),
        null);
  }

  /**
   * Explains what the server said, or throws it as it is.
   *
   * @param what the call, as in "append 3 events"
   * @param needed the function or table that was used, quoted as in SQL
   * @param migrations folder of the migrations that make it
   */
  static OutboxException explain(SQLException e, String what, String needed, String migrations)
      throws SQLException {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return switch (state) {
      case UNDEFINED_FUNCTION, UNDEFINED_TABLE, UNDEFINED_SCHEMA ->
          new MissingSchemaException(
              ("Cannot %s: this database has no %s, or the search path doesn't lead to it (SQLSTATE"
                      + " %s). The transaction is aborted; roll it back. [Hint: run the migrations in"
                      + " %s, or name schema and table]")
                  .formatted(what, needed, state, migrations),
              e);
      case READ_ONLY_TRANSACTION ->
          new UnusableConnectionException(
              ("Cannot %s: the transaction is read-only, or the server is a standby (SQLSTATE %s)."
                      + " The transaction is aborted; roll it back. [Hint: %s]")
                  .formatted(what, state, READ_ONLY_HINT),
              e);
      case ABORTED_TRANSACTION ->
          new AbortedTransactionException(
              ("Cannot %s: an earlier statement of this transaction failed (SQLSTATE %s), and a"
                      + " commit would roll everything back, maybe without an exception. [Hint: let"
                      + " SQL errors end the transaction, roll back and repeat it; or set a"
                      + " savepoint before a statement that may fail]")
                  .formatted(what, state),
              e);
      default -> throw e;
    };
  }
}
