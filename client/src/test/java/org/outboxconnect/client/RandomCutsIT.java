package org.outboxconnect.client;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.stack.net.TcpProxy;
import org.outboxconnect.stack.process.Wait;
import org.postgresql.ds.PGSimpleDataSource;

/** Connections that break at any moment: business row and all its events, or nothing. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class RandomCutsIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("random_cuts");

  private static final int EVENTS = 20;
  private static final int ENOUGH = 15;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SESSIONS =
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'victim'";

  private final Random random = new Random(4711);
  private final Set<String> committed = new HashSet<>();
  private int cut;

  /**
   * Within which a cut comes. It follows the time of a transaction on this machine: a cut makes it
   * longer and a commit shorter, so both happen, however slow the machine is.
   */
  private double windowMicros = 20_000;

  @BeforeAll
  static void create() throws SQLException {
    database.execute("CREATE TABLE business (name text PRIMARY KEY)");
  }

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE business, outbox");
    database.relayed();
  }

  @ParameterizedTest
  @EnumSource
  void should_leave_the_row_with_all_events_or_nothing(OutboxMode mode) throws Exception {
    OutboxWriter writer = OutboxWriter.builder().mode(mode).build();
    ScheduledExecutorService cutter = Executors.newSingleThreadScheduledExecutor();
    try (TcpProxy proxy = TcpProxy.to(database.server().host(), database.server().port())) {
      long end = System.nanoTime() + PATIENCE.toNanos();
      for (int nr = 0; !enough() && System.nanoTime() < end; nr++) {
        transaction(Integer.toString(nr), writer, proxy, cutter);
      }
    } finally {
      cutter.shutdown();
    }

    assertThat(enough()).as("%d committed, %d cut", committed.size(), cut).isTrue();
    Wait.require("the end of all sessions", PATIENCE, () -> database.query(SESSIONS).isEmpty());
    Map<String, Long> events =
        database.relayed().stream().collect(groupingBy(DecodedEvent::aggregateId, counting()));
    assertThat(events.values()).containsOnly((long) EVENTS);
    assertThat(events.keySet())
        .containsAll(committed)
        .containsExactlyInAnyOrderElementsOf(database.query("SELECT name FROM business"));
  }

  private boolean enough() {
    return committed.size() >= ENOUGH && cut >= ENOUGH;
  }

  private void transaction(
      String name, OutboxWriter writer, TcpProxy proxy, ScheduledExecutorService cutter)
      throws SQLException, InterruptedException, ExecutionException {
    proxy.restore();
    Connection connection = connect(proxy);
    Future<?> fault =
        cutter.schedule(proxy::cut, random.nextInt((int) windowMicros), TimeUnit.MICROSECONDS);
    try {
      execute(connection, "INSERT INTO business VALUES ('%s')".formatted(name));
      writer.appendAll(connection, events(name));
      connection.commit();
      committed.add(name);
      windowMicros = Math.max(1_000, windowMicros * 0.9);
    } catch (SQLException e) {
      cut++;
      windowMicros *= 1.1;
    } finally {
      fault.get();
      connection.abort(Runnable::run);
    }
  }

  private static Connection connect(TcpProxy proxy) throws SQLException {
    PGSimpleDataSource source = database.dataSource();
    source.setPortNumbers(new int[] {proxy.port()});
    source.setApplicationName("victim");
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  private static List<OutboxEvent> events(String name) {
    return Collections.nCopies(EVENTS, name).stream()
        .map(id -> anEvent().aggregateId(id).build())
        .toList();
  }
}
