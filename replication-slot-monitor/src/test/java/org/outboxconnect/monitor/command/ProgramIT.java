package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** The runnable jar as a user starts it, with a real server. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProgramIT {

  private static final Path JAR =
      Path.of(
          System.getProperty("outbox.root", ".."),
          "replication-slot-monitor/target/replication-slot-monitor.jar");
  private static final Duration GENEROUS = Duration.ofSeconds(60);
  private static final Pattern SERVES = Pattern.compile("serves on 127.0.0.1, port (\\d+)");
  private static final WorkFolder WORK = WorkFolder.create();
  private static PostgresServer server;

  @BeforeAll
  static void start() throws Exception {
    server = PostgresServer.builder().start(WORK);
    Sql.run(
        server,
        "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor",
        Sql.OUTBOX,
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
  }

  @AfterAll
  static void close() {
    server.close();
    WORK.close();
  }

  @Test
  void should_serve_and_write_its_canary_and_end_in_order_when_it_is_told_to() throws Exception {
    Path history = WORK.folder("history");
    Map<String, String> more =
        Map.of(
            "OUTBOX_MONITOR_POLL_INTERVAL", "1s",
            "OUTBOX_MONITOR_HISTORY_DIRECTORY", history.toString(),
            "OUTBOX_MONITOR_SERVERS_0_CANARY_INTERVAL", "1s",
            "OUTBOX_MONITOR_SERVERS_0_CANARY_SLOTS_0", "outbox");
    try (ChildProcess program = program("serving", "0", more)) {
      int port = port(program);
      Wait.require(
          "a first look", GENEROUS, () -> get(port, "/metrics").contains("outbox_monitor_up"));
      Wait.require(
          "the canary",
          GENEROUS,
          () -> get(port, "/metrics").contains("outbox_canary_waiting_seconds{"));
      assertThat(get(port, "/health/ready")).isNotEmpty();
      assertThat(get(port, "/metrics"))
          .contains("outbox_monitor_build_info{version=\"%s\"} 1".formatted(version()));

      assertThat(program.stop(Duration.ofSeconds(10))).as(program.logTail(20)).isTrue();
    }
    assertThat(history).isDirectoryContaining(file -> file.toString().endsWith(".history"));
  }

  @Test
  void should_end_with_1_when_the_port_is_taken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());
        ChildProcess program = program("taken", Integer.toString(taken.getLocalPort()), Map.of())) {
      assertThat(program.awaitExit(GENEROUS)).isTrue();
      assertThat(program.exitCode()).hasValue(1);
      assertThat(program.logTail(5)).contains("Cannot listen on [127.0.0.1:");
    }
  }

  @Test
  void should_end_with_2_when_the_histories_cannot_be_written() throws Exception {
    Path file = Files.createTempFile(WORK.path(), "no", "folder");
    try (ChildProcess program =
        program("history", "0", Map.of("OUTBOX_MONITOR_HISTORY_DIRECTORY", file.toString()))) {
      assertThat(program.awaitExit(GENEROUS)).isTrue();
      assertThat(program.exitCode()).hasValue(2);
      assertThat(program.logTail(5)).contains("Cannot write to history-directory");
    }
  }

  @Test
  void should_check_a_real_server_in_one_line() {
    try (ChildProcess check = program("check", "0", Map.of(), "check", "--sample", "1s")) {
      assertThat(check.awaitExit(GENEROUS)).isTrue();
      assertThat(check.logTail(5))
          .hasLineCount(1)
          .contains("orders/outbox")
          .contains("'orders/outbox retained'=");
      assertThat(check.exitCode()).hasValue(0);
    }
  }

  @Test
  void should_show_a_real_server_once() {
    try (ChildProcess watch = program("watch", "0", Map.of(), "watch", "--once")) {
      assertThat(watch.awaitExit(GENEROUS)).isTrue();
      assertThat(watch.logTail(20)).contains("SERVER", "orders  outbox").doesNotContain("\u001b");
      assertThat(watch.exitCode()).hasValue(0);
    }
  }

  private static String version() {
    return System.getProperty("outbox.version");
  }

  private static int port(ChildProcess program) {
    Wait.require("the port", GENEROUS, () -> SERVES.matcher(program.logTail(50)).find());
    Matcher serves = SERVES.matcher(program.logTail(50));
    assertThat(serves.find()).isTrue();
    return Integer.parseInt(serves.group(1));
  }

  private static String get(int port, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
            .timeout(Duration.ofSeconds(10))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static ChildProcess program(
      String name, String port, Map<String, String> more, String... arguments) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("OUTBOX_MONITOR_LISTEN", "127.0.0.1:" + port);
    environment.put("OUTBOX_MONITOR_SERVERS_0_NAME", "orders");
    environment.put("OUTBOX_MONITOR_SERVERS_0_URL", server.jdbcUrl());
    environment.put("OUTBOX_MONITOR_SERVERS_0_USER", "monitor");
    environment.put("OUTBOX_MONITOR_SERVERS_0_PASSWORD", "monitor");
    environment.put("OUTBOX_MONITOR_SERVERS_0_SLOTS_EXPECTED_0", "outbox");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-jar",
                JAR.toString()));
    command.addAll(List.of(arguments));
    return ChildProcess.start(name, command, environment, WORK.path(), WORK.log(name));
  }
}
