package org.outboxconnect.stack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresServerIT {

  private final WorkFolder work = WorkFolder.create();

  @AfterEach
  void close() {
    work.close();
    assertThat(work.path()).doesNotExist();
  }

  @Test
  void should_run_durable_and_with_logical_wal_when_started_with_defaults() throws Exception {
    try (PostgresServer server = PostgresServer.builder().start(work)) {
      assertThat(server.major()).isEqualTo(18);
      assertDurable(server);
      // The driver sets the zone of its own sessions.
      assertThat(
              ask(
                  server,
                  "SELECT setting FROM pg_file_settings WHERE name = 'timezone' AND applied"))
          .isEqualTo("UTC");
      assertThat(ask(server, "SHOW unix_socket_directories")).isEmpty();
      assertThat(server.logFile()).exists();
      server.createDatabase("shop");
      try (Connection shop = server.dataSource("shop").getConnection()) {
        assertThat(shop.getCatalog()).isEqualTo("shop");
      }
    }
  }

  @Test
  void should_keep_committed_rows_and_leave_no_process_when_killed_and_started_again()
      throws Exception {
    try (PostgresServer server = PostgresServer.builder().start(work)) {
      long firstPid = server.pid();
      execute(server, "CREATE TABLE kept (id int)", "INSERT INTO kept VALUES (1), (2)");
      try (Connection busy = server.connect();
          Statement statement = busy.createStatement()) {
        statement.execute("BEGIN; INSERT INTO kept VALUES (3)");
        List<ProcessHandle> all = family(firstPid);
        assertThat(all).hasSizeGreaterThan(5);

        server.kill();

        assertThat(all).allMatch(ChildProcess::hasEnded);
        assertThat(server.isAlive()).isFalse();
        assertThat(FreePorts.isFree(server.port())).isTrue();
        assertThatThrownBy(() -> statement.execute("COMMIT")).isInstanceOf(SQLException.class);
      }
      assertThatThrownBy(server::pid)
          .isInstanceOf(StackException.class)
          .hasMessageContaining("postgres-1");

      server.start();

      assertThat(server.pid()).isNotEqualTo(firstPid);
      assertThat(ask(server, "SELECT string_agg(id::text, ',' ORDER BY id) FROM kept"))
          .isEqualTo("1,2");
      assertThat(Files.readString(server.logFile())).contains("automatic recovery in progress");
    }
  }

  @Test
  void should_start_without_recovery_and_on_the_same_port_when_stopped_in_order() throws Exception {
    try (PostgresServer server = PostgresServer.builder().start(work)) {
      int port = server.port();
      List<ProcessHandle> all = family(server.pid());
      try (Connection open = server.connect()) {
        assertThat(open.isValid(5)).isTrue();
        server.stop();
      }
      assertThat(all).allMatch(ChildProcess::hasEnded);

      server.start();

      assertThat(server.port()).isEqualTo(port);
      assertThat(ask(server, "SELECT 1")).isEqualTo("1");
      assertThat(Files.readString(server.logFile())).doesNotContain("automatic recovery");
    }
  }

  @Test
  void should_leave_no_process_no_shared_memory_and_no_port_when_killed() throws Exception {
    try (PostgresServer server = PostgresServer.builder().start(work)) {
      String segment = sharedMemory();
      assertThat(ask(server, "SHOW dynamic_shared_memory_type")).isEqualTo("mmap");

      server.kill();

      assertThat(segments()).doesNotContain(segment);
    }
  }

  @Test
  void should_leave_no_process_no_shared_memory_and_no_port_when_closed_twice() throws Exception {
    PostgresServer server = PostgresServer.builder().start(work);
    String segment = sharedMemory();
    List<ProcessHandle> all = family(server.pid());

    server.close();
    server.close();

    assertThat(all).allMatch(ChildProcess::hasEnded);
    assertThat(FreePorts.isFree(server.port())).isTrue();
    assertThat(segments()).doesNotContain(segment);
  }

  @Test
  void should_demand_a_password_when_a_role_connects() throws Exception {
    try (PostgresServer server = PostgresServer.builder().start(work)) {
      execute(server, "CREATE ROLE app LOGIN PASSWORD 'secret'");

      assertThatThrownBy(() -> server.connect("app", "wrong"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("password authentication failed");
      try (Connection app = server.connect("app", "secret")) {
        assertThat(app.getAutoCommit()).isTrue();
      }
    }
  }

  @Test
  void should_take_settings_literally_when_given() throws Exception {
    try (PostgresServer server =
        PostgresServer.builder()
            .setting("max_connections", "17")
            .setting("cluster_name", "it's a \\ test")
            .start(work)) {
      assertThat(ask(server, "SHOW max_connections")).isEqualTo("17");
      assertThat(ask(server, "SHOW cluster_name")).isEqualTo("it's a \\ test");
    }
  }

  @Test
  void should_name_the_port_and_the_way_out_when_the_port_is_taken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> PostgresServer.builder().port(port).start(work))
          .isInstanceOf(StackException.class)
          .hasMessageContainingAll("postgres-1", "port [" + port + "]", "is taken", "[Hint: stop");
    }
  }

  @Test
  void should_list_the_majors_when_an_unknown_one_is_wanted() {
    assertThatThrownBy(() -> PostgresServer.builder().major(13).start(work))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("[13]", "[14, 15, 16, 17, 18]");
  }

  @Test
  void should_show_the_log_when_the_server_does_not_start() {
    assertThatThrownBy(() -> PostgresServer.builder().setting("no_such_setting", "1").start(work))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("did not start", "postgres-1.log", "no_such_setting");
  }

  @Test
  void should_refuse_a_setting_that_the_stack_owns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PostgresServer.builder().setting("port", "5432"))
        .withMessageContainingAll("[port]", "port(n)");
  }

  @Test
  void should_keep_servers_apart_when_two_share_a_work_folder() throws Exception {
    try (PostgresServer one = PostgresServer.builder().start(work);
        PostgresServer two = PostgresServer.builder().start(work)) {
      execute(one, "CREATE TABLE only_here (id int)");
      assertThat(ask(two, "SELECT count(*) FROM pg_tables WHERE tablename = 'only_here'"))
          .isEqualTo("0");
    }
  }

  @Tag("ci")
  @ParameterizedTest
  @ValueSource(ints = {14, 15, 16, 17})
  void should_survive_a_kill_when_the_major_is(int major) throws Exception {
    try (PostgresServer server = PostgresServer.builder().major(major).start(work)) {
      assertThat(ask(server, "SHOW server_version")).startsWith(major + ".");
      assertDurable(server);
      execute(server, "CREATE TABLE kept (id int)", "INSERT INTO kept VALUES (1)");

      server.kill();
      server.start();

      assertThat(ask(server, "SELECT id FROM kept")).isEqualTo("1");
    }
  }

  @Tag("ci")
  @ParameterizedTest
  @EnumSource(names = {"USER_NAMESPACE", "NOBODY"})
  void should_run_and_leave_nothing_when_root_runs_it_as(RunAs runAs) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root needs another user");
    System.setProperty(RunAs.PROPERTY, runAs.name());
    try (PostgresServer server = PostgresServer.builder().start(work)) {
      String segment = sharedMemory();
      List<ProcessHandle> all = family(server.pid());
      server.kill();
      assertThat(all).allMatch(ChildProcess::hasEnded);
      assertThat(segments()).doesNotContain(segment);

      server.start();
      assertThat(ask(server.startStandby(), "SELECT 1")).isEqualTo("1");
    } finally {
      System.clearProperty(RunAs.PROPERTY);
    }
  }

  private static void assertDurable(PostgresServer server) throws SQLException {
    for (String setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
      assertThat(ask(server, "SHOW " + setting)).as(setting).isEqualTo("on");
    }
    assertThat(ask(server, "SHOW wal_level")).isEqualTo("logical");
    assertThat(ask(server, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
  }

  private static String ask(PostgresServer server, String query) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }

  private static void execute(PostgresServer server, String... lines) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (String line : lines) {
        statement.execute(line);
      }
    }
  }

  private static List<ProcessHandle> family(long pid) {
    ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
    return Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
  }

  /** The key of the one System V segment of the server, as it stands in its pid file. */
  private String sharedMemory() throws IOException {
    Path pidFile = work.path().resolve("postgres-1/data/postmaster.pid");
    return Files.readAllLines(pidFile).get(6).strip().split("\\s+", 2)[0];
  }

  private static List<String> segments() throws IOException {
    Path list = Path.of("/proc/sysvipc/shm");
    return Files.exists(list)
        ? Files.readAllLines(list).stream().map(line -> line.strip().split("\\s+", 2)[0]).toList()
        : List.of();
  }
}
