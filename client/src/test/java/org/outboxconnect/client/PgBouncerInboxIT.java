package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.testing.Case;
import org.outboxconnect.testing.RequiredTool;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.jdbc.PreferQueryMode;

/**
 * A consumer that writes events of its own, through PgBouncer in transaction mode, of the version
 * that has no prepared statements. And what must not go through it.
 */
@Tag("ci")
@RequiredTool("pgbouncer")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PgBouncerInboxIT {

  @RegisterExtension
  static final OutboxDatabase database = OutboxDatabase.named("pgbouncer_inbox_it");

  private static final int CLIENTS = 8;
  private static final int MESSAGES = 4_000; // two statements each
  private static final int REPEATS = 2_000; // one each: 10,000 in all
  private static final Inbox INBOX = Inbox.forConsumer("shipping");

  private static PgBouncer bouncer;

  @BeforeAll
  static void start() throws IOException, SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.INBOX.apply(connection);
    }
    bouncer = PgBouncer.before(database.server(), "pgbouncer_inbox_it");
  }

  @AfterAll
  static void stop() {
    bouncer.close();
  }

  /** As many transactions are open as there are server connections, each of another client. */
  @Test
  @Case("82")
  void should_apply_each_message_once_when_10_000_statements_share_few_server_connections()
      throws SQLException {
    List<UUID> messages = Stream.generate(UUID::randomUUID).limit(MESSAGES).toList();
    Set<Integer> serversOfFirst = new HashSet<>();
    List<Connection> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(connect(0));
    }
    Queue<Connection> open = new ArrayDeque<>();
    for (int n = 0; n < MESSAGES + REPEATS; n++) {
      if (open.size() == PgBouncer.POOL_SIZE) {
        open.remove().commit();
      }
      Connection client = clients.get(n % CLIENTS);
      open.add(client);
      apply(client, messages.get(n % MESSAGES));
      if (n % CLIENTS == 0) {
        serversOfFirst.add(PgBouncer.serverPid(client));
      }
    }
    for (Connection client : clients) {
      client.commit();
      client.close();
    }

    assertThat(serversOfFirst).as("servers that one client was given").hasSizeGreaterThan(1);
    assertThat(database.relayed().stream().map(DecodedEvent::eventType))
        .containsExactlyInAnyOrderElementsOf(messages.stream().map(UUID::toString).toList());
    assertThat(database.value("SELECT count(*) FROM inbox")).isEqualTo("" + MESSAGES);
  }

  private static void apply(Connection client, UUID message) throws SQLException {
    if (INBOX.record(client, message) == InboxOutcome.FIRST_TIME) {
      OutboxWriter.builder()
          .build()
          .append(client, anEvent().eventType(message.toString()).build());
    }
  }

  /** The control: the same server connection, the one that was given back last. */
  @Test
  void should_tell_the_setting_when_the_driver_prepares_on_the_server() throws SQLException {
    try (Connection one = connect(1);
        Connection other = connect(1)) {
      INBOX.record(one, UUID.randomUUID());
      one.rollback();

      assertThatThrownBy(() -> INBOX.record(other, UUID.randomUUID()))
          .isInstanceOf(SQLException.class)
          .hasMessageContainingAll("42P05", "[Hint: behind PgBouncer", "prepareThreshold=0");
    }
  }

  /** Why a relay connects to PostgreSQL itself. */
  @Test
  void should_be_refused_when_a_replication_connection_goes_through_it() throws SQLException {
    PGSimpleDataSource source = bouncer.dataSource();
    source.setProperty(PGProperty.REPLICATION, "database");
    source.setProperty(PGProperty.ASSUME_MIN_SERVER_VERSION, "14");
    source.setPreferQueryMode(PreferQueryMode.SIMPLE);

    assertThatThrownBy(source::getConnection).hasMessageContaining("replication");
  }

  private static Connection connect(int prepareThreshold) throws SQLException {
    PGSimpleDataSource source = bouncer.dataSource();
    source.setPrepareThreshold(prepareThreshold);
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }
}
