package org.outboxconnect.monitor.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.config.ServerConfig;
import org.outboxconnect.monitor.config.SlotSelection;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.net.TcpProxy;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** The whole monitor on real servers that go away and come back. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MonitorIT {

  private static final Duration GENEROUS = Duration.ofSeconds(60);
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final String NAME = "orders db/eu";

  private final WorkFolder work = WorkFolder.create();
  private final AtomicReference<String> password = new AtomicReference<>("monitor");
  private PostgresServer server;

  @BeforeEach
  void start() throws SQLException {
    server = PostgresServer.builder().start(work);
    Sql.run(
        server,
        "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor",
        Sql.OUTBOX,
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
  }

  @AfterEach
  void close() {
    server.close();
    work.close();
  }

  private MonitorConfig config(String url, Path histories) {
    return new MonitorConfig(
        new MonitorConfig.Listen("127.0.0.1", 0),
        INTERVAL,
        histories,
        Thresholds.DEFAULTS,
        List.of(
            new ServerConfig(
                NAME,
                new ServerAccess(url, "monitor", password::get),
                new SlotSelection(List.of("*"), List.of(), Set.of("outbox")),
                List.of(
                    new OutboxWatch("public", "outbox", OutboxMode.TRANSIENT, "outbox", "outbox")),
                Limits.UNKNOWN,
                Duration.ofSeconds(60),
                null)),
        List.of(),
        List.of());
  }

  private Monitor monitor() {
    return Monitor.start(config(server.jdbcUrl(), null), InstantSource.system());
  }

  private static ServerStatus status(Monitor monitor) {
    return monitor.board().get().servers().get(0);
  }

  private static void await(String what, Callable<Boolean> holds) {
    Wait.require(what, GENEROUS, holds);
  }

  private static void awaitUp(Monitor monitor) {
    await("the server to be up", () -> status(monitor).isUp());
  }

  @Test
  void should_say_what_it_sees_and_tell_listeners_after_each_poll() {
    AtomicInteger told = new AtomicInteger();
    AtomicReference<MonitorStatus> last = new AtomicReference<>();
    try (Monitor monitor = monitor()) {
      monitor.onStatus(
          status -> {
            throw new IllegalStateException("planted");
          });
      monitor.onStatus(
          status -> {
            told.incrementAndGet();
            last.set(status);
          });
      awaitUp(monitor);
      await("listeners to be told", () -> told.get() > 3);
      assertThat(monitor.isAlive()).isTrue();
      Look look = status(monitor).look();
      assertThat(look.slots()).singleElement().returns("outbox", slot -> slot.slot());
      assertThat(look.trends().get("outbox")).isNotEmpty();
      assertThat(look.outboxes())
          .singleElement()
          .satisfies(o -> assertThat(o.oldestUnpublished()).isZero());
      assertThat(look.took()).isPositive();
      assertThat(last.get().slots()).extracting(SlotStatus::server).containsExactly(NAME);
    }
  }

  @Test
  void should_get_over_a_killed_server_with_threads_as_many_as_before() throws Exception {
    try (Monitor monitor = monitor()) {
      awaitUp(monitor);
      Look before = status(monitor).look();
      for (int time = 0; time < 3; time++) {
        server.kill();
        await("the failure", () -> !status(monitor).isUp());
        ServerStatus down = status(monitor);
        assertThat(down.failure().detail()).containsAnyOf("08001", "08006", "57P", "08003");
        assertThat(down.look()).isNotNull();
        assertThat(down.look().slots()).hasSameSizeAs(before.slots());
        await("more failures", () -> status(monitor).failedPolls() > down.failedPolls() + 3);
        await("staleness", () -> isStale(monitor));
        assertThat(monitor.isAlive()).isTrue();
        server.start();
        awaitUp(monitor);
        assertThat(isStale(monitor)).isFalse();
      }
      List<String> wanted = List.of("outbox-monitor-" + NAME, "outbox-monitor-deadline");
      await("no further thread", () -> threads().equals(wanted));
      assertThat(connections()).isEqualTo("1");
    }
  }

  private static boolean isStale(Monitor monitor) {
    MonitorStatus status = monitor.board().get();
    return status.servers().get(0).isStale(status.at(), status.pollInterval());
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("outbox-monitor"))
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  private String connections() throws SQLException {
    return Sql.ask(
        server, "SELECT count(*) FROM pg_stat_activity WHERE usename = 'monitor' AND pid > 0");
  }

  @Test
  void should_take_the_new_password_without_a_restart() throws Exception {
    try (Monitor monitor = monitor()) {
      awaitUp(monitor);
      Sql.run(
          server,
          "ALTER ROLE monitor PASSWORD 'changed'",
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'monitor'");
      await("the refusal", () -> refused(monitor, "28P01"));
      assertThat(status(monitor).failure().detail()).doesNotContain("changed");
      password.set("changed");
      awaitUp(monitor);
    }
  }

  private static boolean refused(Monitor monitor, String state) {
    ServerStatus status = status(monitor);
    return status.failure() != null && status.failure().detail().contains(state);
  }

  /** A resolver can't be broken from a test; a name that leads nowhere fails like it. */
  @Test
  void should_go_on_asking_for_a_name_that_nobody_knows_and_for_a_port_where_nobody_is()
      throws Exception {
    String unknown = "jdbc:postgresql://no-such-host.invalid:5432/postgres";
    try (Monitor monitor = Monitor.start(config(unknown, null), InstantSource.system())) {
      await("failures", () -> status(monitor).failedPolls() > 3);
      assertThat(status(monitor).failure().detail()).contains("08001");
      assertThat(status(monitor).look()).isNull();
      assertThat(monitor.isAlive()).isTrue();
    }
  }

  @Test
  void should_come_back_by_itself_when_the_network_was_cut() throws Exception {
    try (TcpProxy proxy = TcpProxy.to(server.host(), server.port());
        Monitor monitor =
            Monitor.start(
                config(
                    "jdbc:postgresql://%s:%d/postgres".formatted(proxy.host(), proxy.port()), null),
                InstantSource.system())) {
      awaitUp(monitor);
      assertThat(proxy.cut()).isPositive();
      await("the failure", () -> !status(monitor).isUp());
      proxy.restore();
      awaitUp(monitor);
    }
  }

  @Test
  void should_drop_the_history_when_an_older_backup_takes_the_servers_place() throws Exception {
    server.stop();
    Path data = work.path().resolve("postgres-1/data");
    Path backup = work.path().resolve("backup");
    copy(data, backup);
    server.start();
    try (Monitor monitor = monitor()) {
      awaitUp(monitor);
      Sql.fill(server, 50);
      await("the WAL", () -> status(monitor).look().writtenBytes() > 50L << 20);
      long before = status(monitor).look().sample().position().head().bytes();

      server.stop();
      await("the failure", () -> !status(monitor).isUp());
      Files.move(data, work.path().resolve("gone"));
      copy(backup, data);
      server.start();
      awaitUp(monitor);

      assertThat(status(monitor).look().sample().position().head().bytes()).isLessThan(before);
      assertThat(status(monitor).events())
          .extracting(ServerStatus.Event::kind)
          .containsExactly("history_dropped");
      assertThat(status(monitor).look().trends().get("outbox")).hasSizeLessThan(10);
      assertThat(status(monitor).look().writtenBytes()).isGreaterThan(50L << 20);
    }
  }

  /** As the system does it, which keeps owner and rights. */
  private static void copy(Path from, Path to) throws IOException, InterruptedException {
    Process copy = new ProcessBuilder("cp", "-a", from.toString(), to.toString()).start();
    assertThat(copy.waitFor()).isZero();
  }

  @Test
  void should_go_on_with_its_history_after_a_restart() throws Exception {
    Path histories = work.folder("histories");
    MonitorConfig config = config(server.jdbcUrl(), histories);
    try (Monitor monitor = Monitor.start(config, InstantSource.system())) {
      awaitUp(monitor);
    }
    assertThat(histories.resolve("orders%20db%2feu.history")).isNotEmptyFile();
    Sql.run(server, "SELECT pg_drop_replication_slot('outbox')");
    try (Monitor monitor = Monitor.start(config, InstantSource.system())) {
      awaitUp(monitor);
      assertThat(status(monitor).events()).isEmpty();
      assertThat(status(monitor).look().slots())
          .singleElement()
          .returns(Verdict.SLOT_MISSING, slot -> slot.judgement().verdict());
    }
  }

  @Test
  @Tag("ci")
  void should_keep_memory_flat_when_the_server_is_down_for_long() throws Exception {
    try (Monitor monitor = monitor()) {
      awaitUp(monitor);
      server.kill();
      await("failures", () -> status(monitor).failedPolls() > 20);
      long before = usedAfterCollection();
      int threads = Thread.activeCount();
      long polls = status(monitor).failedPolls();
      await("200 more failures", () -> status(monitor).failedPolls() > polls + 200);
      assertThat(usedAfterCollection() - before).isLessThan(2L << 20);
      // The driver has one more for as long as it connects.
      await("no more threads than before", () -> Thread.activeCount() <= threads);
      server.start();
      awaitUp(monitor);
    }
  }

  private static long usedAfterCollection() {
    long least = Long.MAX_VALUE;
    for (int time = 0; time < 5; time++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }
}
