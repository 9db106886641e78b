package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.testing.Case;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Very many calls in one transaction while the driver sets a savepoint before each statement. Each
 * savepoint that it doesn't release keeps a subtransaction open, and that keeps a lock.
 */
@Case("15")
@ParameterizedClass(name = "{0}")
@EnumSource(OutboxMode.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class AutosaveIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("autosave");

  private static final int MANY = 20_000;
  private static final int SOME = 200;
  private static final String OUT_OF_MEMORY = "53200";
  private static final String LOCKS =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid'";

  @Parameter OutboxMode mode;

  private OutboxWriter writer;

  @BeforeEach
  void forget() throws SQLException {
    writer = OutboxWriter.builder().mode(mode).build();
    database.execute("TRUNCATE outbox");
    database.relayed();
  }

  @Test
  @Tag("ci")
  void should_write_20_000_events_one_by_one_when_savepoints_are_released() throws SQLException {
    try (Connection connection = autosaving(true)) {
      for (int nr = 0; nr < MANY; nr++) {
        writer.append(connection, numbered(nr));
      }
      connection.commit();
    }

    assertThat(relayed()).isEqualTo(numbers(MANY));
  }

  @Test
  void should_write_20_000_events_in_lists_although_savepoints_are_kept() throws SQLException {
    try (Connection connection = autosaving(false)) {
      for (int nr = 0; nr < MANY; nr += 500) {
        writer.appendAll(
            connection, IntStream.range(nr, nr + 500).mapToObj(AutosaveIT::numbered).toList());
      }
      connection.commit();
    }

    assertThat(relayed()).isEqualTo(numbers(MANY));
  }

  @Test
  void should_keep_a_lock_for_each_call_only_when_savepoints_are_kept() throws SQLException {
    assertThat(locksAfterSomeCalls(true)).isLessThan(SOME / 2);
    assertThat(locksAfterSomeCalls(false)).isGreaterThanOrEqualTo(SOME);
  }

  private int locksAfterSomeCalls(boolean releaseSavepoints) throws SQLException {
    try (Connection connection = autosaving(releaseSavepoints)) {
      for (int nr = 0; nr < SOME; nr++) {
        writer.append(connection, numbered(nr));
      }
      return Integer.parseInt(database.value(LOCKS));
    }
  }

  @Test
  void should_say_so_and_write_nothing_when_the_locks_run_out() throws SQLException {
    try (Connection others = database.connect();
        Connection connection = autosaving(false)) {
      takeMostLocks(others);
      assertThatThrownBy(
              () -> {
                for (int nr = 0; nr < MANY; nr++) {
                  writer.append(connection, numbered(nr));
                }
              })
          .isInstanceOf(SQLException.class)
          .hasMessageContainingAll("out of shared memory", "[Hint: ", "cleanupSavepoints=true")
          .extracting(e -> ((SQLException) e).getSQLState())
          .isEqualTo(OUT_OF_MEMORY);
      connection.rollback();
    }

    assertThat(relayed()).isEmpty();
  }

  /** Takes locks until there are none, and gives a few back: as busy as a server can be. */
  private static void takeMostLocks(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    for (int thousand = 0; ; thousand++) {
      var savepoint = connection.setSavepoint();
      try {
        execute(
            connection,
            "SELECT pg_advisory_xact_lock(n) FROM generate_series(%d, %d) AS n"
                .formatted(thousand * 1000, thousand * 1000 + 999));
      } catch (SQLException e) {
        assertThat(e.getSQLState()).isEqualTo(OUT_OF_MEMORY);
        connection.rollback(savepoint);
        return;
      }
    }
  }

  private static Connection autosaving(boolean releaseSavepoints) throws SQLException {
    PGSimpleDataSource source = database.dataSource();
    source.setProperty("autosave", "always");
    source.setProperty("cleanupSavepoints", Boolean.toString(releaseSavepoints));
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static OutboxEvent numbered(int nr) {
    return anEvent().eventType(Integer.toString(nr)).build();
  }

  private static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  private static List<String> relayed() throws SQLException {
    return database.relayed().stream().map(DecodedEvent::eventType).toList();
  }
}
