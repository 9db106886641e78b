package org.outboxconnect.client;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.core.BaseConnection;
import org.postgresql.core.TransactionState;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What PostgreSQL's driver tells beyond JDBC. It may be missing, or loaded by another class loader
 * than the one that this module sees; then nothing is known.
 */
final class Pgjdbc {

  private static final boolean PRESENT = isPresent();

  private Pgjdbc() {}

  private static boolean isPresent() {
    try {
      return Driver.isThere();
    } catch (LinkageError e) {
      return false;
    }
  }

  /** The state of the transaction after the last answer of the server. */
  static TransactionStatus statusOf(Connection connection) {
    try {
      return PRESENT ? Driver.statusOf(connection) : TransactionStatus.UNKNOWN;
    } catch (SQLException | RuntimeException | LinkageError e) {
      // Old and home-made wrappers throw all kinds of things when they are asked what they wrap.
      return TransactionStatus.UNKNOWN;
    }
  }

  /** The fields of the server's error; empty if it isn't one of the server. */
  static Optional<ServerError> errorOf(SQLException e) {
    return PRESENT ? Driver.errorOf(e) : Optional.empty();
  }

  /** Apart, so that only it needs the driver's classes. */
  private static final class Driver {

    static boolean isThere() {
      return BaseConnection.class.isInterface();
    }

    static TransactionStatus statusOf(Connection connection) throws SQLException {
      if (!connection.isWrapperFor(BaseConnection.class)) {
        return TransactionStatus.UNKNOWN;
      }
      TransactionState state = connection.unwrap(BaseConnection.class).getTransactionState();
      return state == TransactionState.FAILED
          ? TransactionStatus.ABORTED
          : TransactionStatus.USABLE;
    }

    static Optional<ServerError> errorOf(SQLException e) {
      ServerErrorMessage server =
          e instanceof PSQLException ours ? ours.getServerErrorMessage() : null;
      return server == null
          ? Optional.empty()
          : Optional.of(
              new ServerError(
                  server.getMessage(),
                  server.getDetail(),
                  server.getConstraint(),
                  server.getColumn()));
    }
  }
}
