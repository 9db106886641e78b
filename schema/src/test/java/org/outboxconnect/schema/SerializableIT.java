package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The outbox must not make transactions fail that have nothing else in common. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class SerializableIT {

  private static final int PAIRS = 200;
  private static final String SERIALIZATION_FAILURE = "40001";

  private final int major;
  private TestDatabase database;

  SerializableIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"outbox_write", "outbox_append", "outbox_emit"})
  void should_fail_no_transaction_when_pairs_write_at_once(String function) throws SQLException {
    int ofOne = failuresOf(connection -> Event.call(connection, function, anEvent()));
    int ofMore = failuresOf(connection -> Event.call(connection, function, anEvent(), anEvent()));

    assertThat(ofOne).isZero();
    assertThat(ofMore).isZero();
    System.out.printf(
        "PostgreSQL %d: serialization failures in %d pairs of %s: %d with one event, %d with two%n",
        major, PAIRS, function, ofOne, ofMore);
  }

  @Test
  void should_show_the_fault_when_the_rows_are_deleted_by_id() throws SQLException {
    int failures = failuresOf(SerializableIT::insertAndDeleteById);

    assertThat(failures).isPositive();
    System.out.printf(
        "PostgreSQL %d: serialization failures in %d pairs of a delete by id: %d%n",
        major, PAIRS, failures);
  }

  /** As a single event is deleted in the other isolation levels, because that tidies the page. */
  @Test
  void should_show_the_fault_when_a_row_is_deleted_by_a_range_of_its_place() throws SQLException {
    database.run(
        """
        CREATE FUNCTION insert_and_delete_by_range() RETURNS void LANGUAGE plpgsql
        SET enable_seqscan = off AS $$
        DECLARE
          inserted tid;
        BEGIN
          INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)
          VALUES (gen_random_uuid(), 'Order', '42', 'OrderPlaced', '{}') RETURNING ctid INTO inserted;
          DELETE FROM outbox WHERE ctid BETWEEN inserted AND inserted;
        END $$
        """);
    int failures =
        failuresOf(connection -> Sql.run(connection, "SELECT insert_and_delete_by_range()"));

    assertThat(failures).isPositive();
    System.out.printf(
        "PostgreSQL %d: serialization failures in %d pairs of a delete by range: %d%n",
        major, PAIRS, failures);
  }

  private int failuresOf(Write write) throws SQLException {
    int failures = 0;
    try (Connection one = serializable();
        Connection other = serializable()) {
      database.run("VACUUM ANALYZE outbox");
      for (int pair = 0; pair < PAIRS; pair++) {
        failures += pairFails(one, other, write) ? 1 : 0;
      }
    }
    return failures;
  }

  private static boolean pairFails(Connection one, Connection other, Write write)
      throws SQLException {
    try {
      Sql.run(one, "SELECT 1"); // both hold a snapshot before either writes
      Sql.run(other, "SELECT 1");
      write.on(one);
      write.on(other);
      write.on(one);
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

  private Connection serializable() throws SQLException {
    Connection connection = database.connect();
    connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
    connection.setAutoCommit(false);
    return connection;
  }

  private static void insertAndDeleteById(Connection connection) throws SQLException {
    UUID id = UUID.randomUUID();
    Sql.run(
        connection,
        "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)"
            + " VALUES ('%s', 'Order', '42', 'OrderPlaced', '{}')".formatted(id),
        "DELETE FROM outbox WHERE id = '%s'".formatted(id));
  }

  /** One write in the transaction of a connection. */
  private interface Write {
    void on(Connection connection) throws SQLException;
  }
}
