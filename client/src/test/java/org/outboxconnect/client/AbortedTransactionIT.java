package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;
import org.postgresql.ds.PGSimpleDataSource;

/** An error that the application swallowed must not end in a commit that stores nothing. */
@Case("13")
@DisplayNameGeneration(ReplaceUnderscores.class)
class AbortedTransactionIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("aborted");

  private final OutboxWriter writer = OutboxWriter.builder().build();

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE outbox");
    database.relayed();
  }

  @Test
  void should_send_nothing_when_the_driver_knows_of_the_error() throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire).getConnection()) {
      assertRefusedWithoutAsking(connection, wire);
    }
  }

  @Test
  void should_send_nothing_when_there_is_a_pool_above_the_driver()
      throws SQLException, IOException {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    try (WireTap wire = new WireTap(database.server().port())) {
      config.setDataSource(tapped(wire));
      try (HikariDataSource pool = new HikariDataSource(config);
          Connection connection = pool.getConnection()) {
        assertRefusedWithoutAsking(connection, wire);
      }
    }
  }

  private void assertRefusedWithoutAsking(Connection connection, WireTap wire) throws SQLException {
    connection.setAutoCommit(false);
    abort(connection);
    wire.forget();

    assertThatThrownBy(() -> writer.append(connection, anEvent().build()))
        .isInstanceOf(AbortedTransactionException.class)
        .hasMessageContaining("Cannot append 1 event: an earlier statement of this transaction")
        .hasNoCause();
    assertThatThrownBy(() -> Inbox.forConsumer("shipping").record(connection, UUID.randomUUID()))
        .isInstanceOf(AbortedTransactionException.class);
    assertThatThrownBy(() -> OutboxWriter.requireCommittable(connection))
        .isInstanceOf(AbortedTransactionException.class)
        .hasMessageContaining("Cannot commit: an earlier statement of this transaction failed");

    assertThat(wire.sent()).isEmpty();
    connection.rollback();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "SQLException", "AbstractMethodError"})
  void should_ask_the_server_when_the_connection_does_not_tell_what_it_wraps(String answer)
      throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection driver = tapped(wire).getConnection()) {
      Connection connection = silent(driver, answer);
      connection.setAutoCommit(false);
      OutboxWriter.requireCommittable(connection);
      abort(connection);

      assertThatThrownBy(() -> writer.append(connection, anEvent().build()))
          .isInstanceOf(AbortedTransactionException.class)
          .hasMessageContaining("(SQLSTATE 25P02)")
          .hasCauseInstanceOf(SQLException.class);
      wire.forget();
      assertThatThrownBy(() -> OutboxWriter.requireCommittable(connection))
          .isInstanceOf(AbortedTransactionException.class)
          .hasMessageContaining("Cannot commit: an earlier statement");
      assertThat(wire.roundTrips()).isOne();
    }
  }

  @Test
  void should_be_needed_because_a_commit_returns_normally_though_all_is_gone() throws SQLException {
    try (Connection connection = database.begin()) {
      writer.append(connection, anEvent().build());
      abort(connection);

      assertThatCode(connection::commit).doesNotThrowAnyException();
    }

    assertThat(database.relayed()).isEmpty();
  }

  @Test
  void should_let_a_good_transaction_commit_and_send_nothing() throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire).getConnection()) {
      connection.setAutoCommit(false);
      OutboxWriter.requireCommittable(connection); // not even begun

      Savepoint savepoint = connection.setSavepoint();
      abort(connection);
      connection.rollback(savepoint);
      writer.append(connection, anEvent().build());
      wire.forget();
      OutboxWriter.requireCommittable(connection);
      assertThat(wire.sent()).isEmpty();
      connection.commit();
    }

    assertThat(database.relayed()).hasSize(1);
  }

  @Test
  void should_refuse_to_judge_a_connection_without_a_transaction() throws SQLException {
    Connection connection = database.connect();
    assertThatThrownBy(() -> OutboxWriter.requireCommittable(connection))
        .isInstanceOf(UnusableConnectionException.class)
        .hasMessageContaining("Cannot commit: the connection is in auto-commit mode");

    connection.close();
    assertThatThrownBy(() -> OutboxWriter.requireCommittable(connection))
        .isInstanceOf(UnusableConnectionException.class)
        .hasMessageContaining("Cannot commit: the connection is closed");
    assertThatThrownBy(() -> OutboxWriter.requireCommittable(null)).hasMessage("connection");
  }

  @Test
  void should_go_on_after_an_error_when_the_driver_sets_savepoints() throws SQLException {
    PGSimpleDataSource source = database.dataSource();
    source.setProperty("autosave", "always");
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      writer.append(connection, anEvent().build());
      abort(connection);
      writer.append(connection, anEvent().build());
      OutboxWriter.requireCommittable(connection);
      connection.commit();
    }

    assertThat(database.relayed()).hasSize(2);
  }

  private static void abort(Connection connection) {
    assertThatThrownBy(() -> execute(connection, "SELECT 1 / 0"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("division by zero");
  }

  private static PGSimpleDataSource tapped(WireTap wire) throws SQLException {
    PGSimpleDataSource source = database.dataSource();
    source.setPortNumbers(new int[] {wire.port()});
    source.setProperty("sslmode", "disable");
    source.setProperty("gssEncMode", "disable");
    return source;
  }

  /** A wrapper of the kind that doesn't let itself be looked into. */
  private static Connection silent(Connection connection, String answer) {
    return (Connection)
        Proxy.newProxyInstance(
            AbortedTransactionIT.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("isWrapperFor")) {
                return answer(answer);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static boolean answer(String answer) throws SQLException {
    return switch (answer) {
      case "SQLException" -> throw new SQLFeatureNotSupportedException();
      case "AbstractMethodError" -> throw new AbstractMethodError();
      default -> false;
    };
  }
}
