package org.outboxconnect.it.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * What the monitor costs with three servers of fifty slots each: its memory is held to bounds, its
 * times are printed, because a test of times would fail on a busy machine. {@code -Dcost.minutes}
 * says for how long; ten by default.
 */
@Tag("soak")
@DisplayNameGeneration(ReplaceUnderscores.class)
class MonitorCostIT {

  private static final int SERVERS = 3;
  private static final int SLOTS = 50;
  private static final long MAX_JAR_BYTES = 6L << 20;
  private static final Duration TIME = Duration.ofMinutes(Long.getLong("cost.minutes", 10));
  private static final Duration BETWEEN_SCRAPES = Duration.ofSeconds(15);
  private static final Pattern POLL =
      Pattern.compile("^outbox_monitor_poll_duration_seconds\\{[^}]*} (\\S+)$", Pattern.MULTILINE);
  private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");

  private static WorkFolder work;
  private static final List<PostgresServer> RUNNING = new ArrayList<>();

  @BeforeAll
  static void start() throws SQLException {
    work = WorkFolder.create();
    for (int number = 0; number < SERVERS; number++) {
      PostgresServer server =
          PostgresServer.builder()
              .setting("max_replication_slots", String.valueOf(SLOTS))
              .start(work);
      RUNNING.add(server);
      makeSlots(server);
    }
  }

  private static void makeSlots(PostgresServer server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (int slot = 0; slot < SLOTS; slot++) {
        statement.execute(
            "SELECT pg_create_logical_replication_slot('outbox_%d', 'pgoutput')".formatted(slot));
      }
      statement.execute("CREATE ROLE watcher LOGIN PASSWORD 'watcher' IN ROLE pg_monitor");
    }
  }

  @AfterAll
  static void stop() {
    RUNNING.forEach(PostgresServer::close);
    work.close();
  }

  /** The flags of the second line are those that the README recommends. */
  @ParameterizedTest
  @CsvSource({
    "128, -Xmx32m",
    "96, -Xmx32m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss256k -XX:ReservedCodeCacheSize=16m"
  })
  void should_stay_small_when_it_watches_many_slots(int megabytes, String flags) throws Exception {
    long begin = System.nanoTime();
    try (MonitorProgram monitor = MonitorProgram.start(work, settings(), flags(flags))) {
      double firstMetrics = secondsUntilMetrics(monitor, begin);
      List<Double> polls = watch(monitor);
      long peak = peakKilobytes(monitor);

      System.out.printf(
          "[cost] %s: first metrics after %.2f s, VmHWM %.1f MB, poll of %d slots %.1f ms at the"
              + " median, %.1f ms at most (%d polls), jar %.2f MB%n",
          flags,
          firstMetrics,
          peak / 1024.0,
          SLOTS,
          polls.get(polls.size() / 2) * 1e3,
          polls.get(polls.size() - 1) * 1e3,
          polls.size(),
          Files.size(MonitorProgram.jar()) / 1048576.0);
      assertThat(monitor.scrape()).contains("slot=\"outbox_49\"");
      assertThat(peak).isLessThanOrEqualTo(megabytes * 1024L);
      assertThat(Files.size(MonitorProgram.jar())).isLessThanOrEqualTo(MAX_JAR_BYTES);
    }
  }

  private static List<String> flags(String flags) {
    return List.of(flags.split(" "));
  }

  private static String settings() {
    String servers =
        IntStream.range(0, SERVERS)
            .mapToObj(
                number ->
                    """
                      - name: server-%d
                        url: %s
                        user: watcher
                        password: watcher
                    """
                        .formatted(number, RUNNING.get(number).jdbcUrl()))
            .collect(Collectors.joining());
    return "servers:\n" + servers;
  }

  private static double secondsUntilMetrics(MonitorProgram monitor, long begin) {
    while (!isPolled(monitor)) {
      LockSupport.parkNanos(5_000_000);
      assertThat(System.nanoTime() - begin).as("it starts").isLessThan(60_000_000_000L);
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  private static boolean isPolled(MonitorProgram monitor) {
    try {
      return monitor.scrape().contains("outbox_slot_verdict{");
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Durations of polls in seconds, ascending. */
  private static List<Double> watch(MonitorProgram monitor) throws IOException {
    List<Double> polls = new ArrayList<>();
    long moment = System.nanoTime();
    for (long scrape = 0; scrape < TIME.dividedBy(BETWEEN_SCRAPES); scrape++) {
      moment += BETWEEN_SCRAPES.toNanos();
      while (System.nanoTime() < moment) {
        LockSupport.parkNanos(moment - System.nanoTime());
      }
      Matcher poll = POLL.matcher(monitor.scrape());
      while (poll.find()) {
        polls.add(Double.parseDouble(poll.group(1)));
      }
    }
    Collections.sort(polls);
    return polls;
  }

  private static long peakKilobytes(MonitorProgram monitor) throws IOException {
    Matcher peak =
        PEAK.matcher(Files.readString(Path.of("/proc/%d/status".formatted(monitor.pid()))));
    assertThat(peak.find()).isTrue();
    return Long.parseLong(peak.group(1));
  }
}
