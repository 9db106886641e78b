package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.stack.net.TcpProxy;
import org.postgresql.ds.PGSimpleDataSource;

/** A transaction is written as a whole or not at all, whatever ends a call in its middle. */
@ParameterizedClass(name = "{0}")
@EnumSource(OutboxMode.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileConditionsIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("hostile");

  private static final int BATCH = 500;
  private static final String INSERT = "INSERT INTO business VALUES ('%s')";

  private static final String WAL_POSITION = "SELECT pg_current_wal_flush_lsn()";
  private static final String WAL_SINCE =
      "SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '%s')::int";

  @Parameter OutboxMode mode;

  private OutboxWriter writer;

  @BeforeAll
  static void prepare() throws SQLException {
    StuckCall.prepare(database);
  }

  @BeforeEach
  void forget() throws SQLException {
    writer = OutboxWriter.builder().mode(mode).build();
    database.execute("TRUNCATE business, outbox");
    database.relayed();
  }

  @Test
  void should_leave_nothing_when_the_session_is_terminated_in_a_call() throws Exception {
    try (Connection connection = begun();
        StuckCall call = StuckCall.start(database, connection, this::writeBatch)) {
      assertThat(database.value("SELECT pg_terminate_backend(%d)".formatted(call.pid())))
          .isEqualTo("t");

      assertThat(call.failure()).isInstanceOf(SQLException.class);
      call.awaitEndOfSession();
    }

    assertNothing();
  }

  @Test
  void should_leave_nothing_when_the_server_is_killed_in_a_call() throws Exception {
    database.execute("CHECKPOINT"); // or the slot would go back to what was read before
    String start = database.value(WAL_POSITION);
    try (Connection connection = begun();
        StuckCall call = StuckCall.start(database, connection, this::writeBatch)) {
      database.execute("CHECKPOINT"); // half of the batch is on disk
      assertThat(Integer.parseInt(database.value(WAL_SINCE.formatted(start))))
          .isGreaterThan(BATCH / 2 * "{\"total\": 7}".length());
      database.server().kill();
      assertThat(call.failure()).isInstanceOf(SQLException.class);
    } finally {
      database.server().start();
    }

    assertNothing();
  }

  @Test
  void should_leave_nothing_when_the_connection_breaks_in_a_call() throws Exception {
    try (TcpProxy proxy = proxy();
        Connection connection = begun(proxy);
        StuckCall call = StuckCall.start(database, connection, this::writeBatch)) {
      proxy.cut();
      assertThat(call.failure()).isInstanceOf(SQLException.class);

      call.release(); // the server ends the call, and has nobody to tell
      call.awaitEndOfSession();
    }

    assertNothing();
  }

  @Test
  void should_leave_all_when_the_connection_breaks_in_a_commit_that_the_server_has_got()
      throws Exception {
    try (TcpProxy proxy = proxy();
        Connection connection = begun(proxy)) {
      writer.appendAll(connection, numbered());
      execute(connection, INSERT.formatted(StuckCall.NAME));
      try (StuckCall commit = StuckCall.start(database, connection, Connection::commit)) {
        proxy.cut();
        assertThat(commit.failure()).as("the client can't know").isInstanceOf(SQLException.class);

        commit.release();
        commit.awaitEndOfSession();
      }
    }

    assertThat(database.query("SELECT name FROM business")).hasSize(2);
    assertThat(relayed()).hasSize(1 + BATCH).startsWith("Before");
  }

  @ParameterizedTest
  @CsvSource({"lock_timeout, 55P03", "statement_timeout, 57014"})
  void should_leave_all_but_the_call_when_it_runs_out_of_time_and_a_savepoint_is_kept(
      String timeout, String state) throws Exception {
    try (Connection connection = begun()) {
      Savepoint savepoint = connection.setSavepoint();
      execute(connection, "SET LOCAL %s = '200ms'".formatted(timeout));
      try (StuckCall call = StuckCall.start(database, connection, this::writeBatch)) {
        assertThat(call.failure())
            .isInstanceOf(SQLException.class)
            .extracting(e -> ((SQLException) e).getSQLState())
            .isEqualTo(state);
      }
      assertThatThrownBy(() -> writer.append(connection, typed("Aborted")))
          .isInstanceOf(AbortedTransactionException.class);
      connection.rollback(savepoint);
      writer.append(connection, typed("After"));
      connection.commit();
    }

    assertThat(database.query("SELECT name FROM business")).containsExactly("row");
    assertThat(relayed()).containsExactly("Before", "After");
    assertThat(database.query("SELECT event_type FROM outbox ORDER BY position"))
        .isEqualTo(mode == OutboxMode.RETAINED ? List.of("Before", "After") : List.of());
  }

  @Test
  void should_write_all_when_the_call_goes_on() throws Exception {
    try (Connection connection = begun()) {
      try (StuckCall call = StuckCall.start(database, connection, this::writeBatch)) {
        call.release();
        assertThat(call.failure()).isNull();
      }
      connection.commit();
    }

    assertThat(relayed()).hasSize(1 + BATCH).contains(StuckCall.NAME);
  }

  private void writeBatch(Connection connection) throws SQLException {
    List<OutboxEvent> batch = numbered();
    batch.set(BATCH / 2, typed(StuckCall.NAME));
    writer.appendAll(connection, batch);
  }

  /** A transaction that has written a business row and an event. */
  private Connection begun() throws SQLException {
    return begun(database.dataSource());
  }

  private Connection begun(TcpProxy proxy) throws SQLException {
    PGSimpleDataSource source = database.dataSource();
    source.setPortNumbers(new int[] {proxy.port()});
    return begun(source);
  }

  private Connection begun(PGSimpleDataSource source) throws SQLException {
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    execute(connection, INSERT.formatted("row"));
    writer.append(connection, typed("Before"));
    return connection;
  }

  private static TcpProxy proxy() {
    return TcpProxy.to(database.server().host(), database.server().port());
  }

  private static void assertNothing() throws SQLException {
    assertThat(database.query("SELECT name FROM business")).isEmpty();
    assertThat(database.query("SELECT id FROM outbox")).isEmpty();
    assertThat(relayed()).isEmpty();
  }

  private static List<OutboxEvent> numbered() {
    List<OutboxEvent> batch = new ArrayList<>();
    for (int nr = 0; nr < BATCH; nr++) {
      batch.add(typed(Integer.toString(nr)));
    }
    return batch;
  }

  private static OutboxEvent typed(String type) {
    return anEvent().eventType(type).build();
  }

  private static List<String> relayed() throws SQLException {
    return database.relayed().stream().map(DecodedEvent::eventType).toList();
  }
}
