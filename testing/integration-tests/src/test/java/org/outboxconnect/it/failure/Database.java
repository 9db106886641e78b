package org.outboxconnect.it.failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/**
 * How writers and consumer reach the database, over crashes, restarts and promotions. Safe for use
 * by many threads; connections are not.
 */
final class Database {

  private static final Duration BACK = Duration.ofMinutes(2);

  private final CdcRoad road;
  private volatile PostgresServer primary;

  Database(CdcRoad road) {
    this.road = road;
    this.primary = road.stack().postgres();
  }

  /** From now on this server is the one that takes writes. */
  void moveTo(PostgresServer promoted) {
    primary = promoted;
  }

  PostgresServer primary() {
    return primary;
  }

  /** A connection of the service, auto-commit off; waits while the server is away. */
  Connection service() {
    return await(() -> road.service(primary));
  }

  /** A connection of the superuser, auto-commit off; waits while the server is away. */
  Connection superuser() {
    return await(
        () -> {
          Connection connection = road.superuser(primary);
          connection.setAutoCommit(false);
          return connection;
        });
  }

  /** Tells an error that goes by, of a server or connection that is away, from a mistake. */
  static boolean isOutage(SQLException failure) {
    String state = failure.getSQLState();
    return state == null
        || state.startsWith("08")
        || state.startsWith("57P")
        || state.equals("53300"); // too many connections: those that broke haven't been noticed yet
  }

  private static Connection await(Opening opening) {
    AtomicReference<Connection> connection = new AtomicReference<>();
    Wait.require(
        "a connection to the database",
        BACK,
        () -> {
          connection.set(opening.open());
          return true;
        });
    return connection.get();
  }

  private interface Opening {
    Connection open() throws SQLException;
  }
}
