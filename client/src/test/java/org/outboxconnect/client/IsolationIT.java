package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Transactions that have nothing but the outbox in common must not make each other fail. Each pair
 * runs in steps on one thread: both take their snapshot before either writes, and their writes
 * alternate.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class IsolationIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("isolation");

  private static final int PAIRS = 200;
  private static final String SERIALIZATION_FAILURE = "40001";

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE outbox");
    database.relayed();
  }

  @Test
  void should_fail_no_serializable_transaction_where_a_delete_by_id_fails() throws SQLException {
    for (OutboxMode mode : OutboxMode.values()) {
      assertThat(failures(Connection.TRANSACTION_SERIALIZABLE, writing(mode)))
          .as("%s", mode)
          .isZero();
    }
    int failuresOfControl =
        failures(Connection.TRANSACTION_SERIALIZABLE, IsolationIT::insertAndDeleteById);

    assertThat(failuresOfControl).as("the control must show the fault").isPositive();
    System.out.printf(
        "Serialization failures in %d pairs: writer 0 in each mode, delete by id %d%n",
        PAIRS, failuresOfControl);
  }

  @Test
  @Tag("ci")
  void should_fail_no_transaction_at_repeatable_read() throws SQLException {
    for (OutboxMode mode : OutboxMode.values()) {
      assertThat(failures(Connection.TRANSACTION_REPEATABLE_READ, writing(mode)))
          .as("%s", mode)
          .isZero();
    }
  }

  private static Write writing(OutboxMode mode) {
    OutboxWriter writer = OutboxWriter.builder().mode(mode).build();
    return connection -> {
      writer.append(connection, anEvent().build());
      writer.appendAll(connection, List.of(anEvent().build(), anEvent().build()));
    };
  }

  private static void insertAndDeleteById(Connection connection) throws SQLException {
    UUID id = UUID.randomUUID();
    execute(
        connection,
        "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)"
            + " VALUES ('%s', 'order', '42', 'OrderPlaced', '{}')".formatted(id));
    execute(connection, "DELETE FROM outbox WHERE id = '%s'".formatted(id));
  }

  private static int failures(int isolation, Write write) throws SQLException {
    int failures = 0;
    try (Connection admin = database.connect();
        Connection one = begin(isolation);
        Connection other = begin(isolation)) {
      for (int pair = 0; pair < PAIRS; pair++) {
        execute(admin, "VACUUM outbox");
        failures += pairFails(one, other, write) ? 1 : 0;
      }
    }
    return failures;
  }

  private static boolean pairFails(Connection one, Connection other, Write write)
      throws SQLException {
    try {
      execute(one, "SELECT FROM pg_class LIMIT 1"); // takes the snapshot
      execute(other, "SELECT FROM pg_class LIMIT 1");
      for (int round = 0; round < 2; round++) {
        write.on(one);
        write.on(other);
      }
      one.commit();
      other.commit();
      return false;
    } catch (SQLException e) {
      if (!SERIALIZATION_FAILURE.equals(e.getSQLState())) {
        throw e;
      }
      one.rollback();
      other.rollback();
      return true;
    }
  }

  private static Connection begin(int isolation) throws SQLException {
    Connection connection = database.begin();
    connection.setTransactionIsolation(isolation);
    execute(connection, "SET SESSION synchronous_commit = off"); // only to be quick
    connection.commit();
    return connection;
  }

  /** What a transaction writes at a time. */
  private interface Write {
    void on(Connection connection) throws SQLException;
  }
}
