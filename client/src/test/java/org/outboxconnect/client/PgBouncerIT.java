package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.testing.RequiredTool;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The writer through PgBouncer in transaction mode, of the version that has no prepared statements.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(OutboxMode.class)
@RequiredTool("pgbouncer")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PgBouncerIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("pgbouncer_it");

  private static final int CLIENTS = 8;
  private static final int ROUNDS = 12;
  private static final String UNKNOWN_STATEMENT = "26000";
  private static final String EXISTING_STATEMENT = "42P05";

  private static PgBouncer bouncer;

  @Parameter OutboxMode mode;

  private OutboxWriter writer;

  @BeforeAll
  static void start() throws IOException {
    bouncer = PgBouncer.before(database.server(), "pgbouncer_it");
  }

  @AfterAll
  static void stop() {
    bouncer.close();
  }

  @BeforeEach
  void forget() throws SQLException {
    writer = OutboxWriter.builder().mode(mode).build();
    database.execute("TRUNCATE outbox");
    database.relayed();
  }

  @Test
  void should_write_one_event_and_500_when_the_driver_prepares_nothing() throws SQLException {
    try (Connection connection = connect()) {
      writer.append(connection, numbered(0));
      writer.appendAll(
          connection, IntStream.range(1, 501).mapToObj(PgBouncerIT::numbered).toList());
      connection.commit();
      writer.append(connection, numbered(501));
      connection.rollback();
    }

    assertThat(relayed())
        .containsExactlyElementsOf(IntStream.range(0, 501).mapToObj(Integer::toString).toList());
  }

  @Test
  void should_write_all_when_many_transactions_share_few_server_connections() throws SQLException {
    List<Connection> clients = new ArrayList<>();
    Set<Integer> serversOfFirst = new HashSet<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(connect());
    }
    for (int round = 0; round < ROUNDS; round++) {
      serversOfFirst.add(interleave(clients, round));
    }
    for (Connection client : clients) {
      client.close();
    }

    assertThat(serversOfFirst).as("servers that one client was given").hasSizeGreaterThan(1);
    assertThat(relayed()).hasSize(ROUNDS * CLIENTS * 3).doesNotContain("rolled back");
  }

  /** The control: what a team sees that forgets the setting. */
  @Test
  void should_fail_with_a_known_state_when_the_driver_prepares_on_the_server() throws SQLException {
    try (Connection one = connect(bouncer.dataSource());
        Connection other = connect(bouncer.dataSource())) {
      assertThatThrownBy(() -> alternate(one, other))
          .isInstanceOf(SQLException.class)
          .extracting(e -> ((SQLException) e).getSQLState())
          .isIn(UNKNOWN_STATEMENT, EXISTING_STATEMENT);
    }
  }

  @Test
  void should_tell_the_setting_when_its_own_call_is_the_one_that_fails() throws SQLException {
    PGSimpleDataSource source = bouncer.dataSource();
    source.setPrepareThreshold(1);
    try (Connection one = connect(source);
        Connection other = connect(source)) {
      writer.append(one, numbered(0));
      one.commit();

      // The same server connection: the one that was given back last.
      assertThatThrownBy(() -> writer.append(other, numbered(1)))
          .isInstanceOf(SQLException.class)
          .hasMessageContainingAll(
              EXISTING_STATEMENT, "[Hint: behind PgBouncer in transaction mode")
          .hasMessageContaining("prepareThreshold=0");
    }
  }

  private void alternate(Connection one, Connection other) throws SQLException {
    for (int round = 0; round < ROUNDS; round++) { // by default the driver prepares at the fifth
      writer.append(one, numbered(round));
      one.commit();
      writer.append(other, numbered(round));
      other.commit();
    }
  }

  /** Keeps as many transactions open as there are server connections, and rotates. */
  private int interleave(List<Connection> clients, int round) throws SQLException {
    int serverOfFirst = 0;
    List<Connection> open = new ArrayList<>();
    for (int i = 0; i < clients.size(); i++) {
      Connection client = clients.get((i + round) % clients.size());
      writer.append(client, numbered(i));
      writer.appendAll(client, List.of(numbered(i), numbered(i)));
      if (client == clients.get(0)) {
        serverOfFirst = PgBouncer.serverPid(client);
      }
      open.add(client);
      if (open.size() == PgBouncer.POOL_SIZE) {
        open.remove(0).commit();
      }
    }
    for (Connection client : open) {
      client.commit();
    }
    return serverOfFirst;
  }

  private static Connection connect() throws SQLException {
    PGSimpleDataSource source = bouncer.dataSource();
    source.setPrepareThreshold(0);
    return connect(source);
  }

  private static Connection connect(PGSimpleDataSource source) throws SQLException {
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static OutboxEvent numbered(int nr) {
    return anEvent().eventType(Integer.toString(nr)).build();
  }

  private static List<String> relayed() throws SQLException {
    return database.relayed().stream().map(DecodedEvent::eventType).toList();
  }
}
