package org.outboxconnect.monitor.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/** Runs every statement of every runbook, on a server as the schema leaves it. */
@TestInstance(Lifecycle.PER_CLASS)
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class RunbooksIT {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```sql\n(.*?)^ *```$");
  private static final Pattern END = Pattern.compile(";\\s*(?:\n|$)");

  private final int major;
  private final WorkFolder work = WorkFolder.create();
  private PostgresServer server;

  RunbooksIT(int major) {
    this.major = major;
  }

  static List<Path> runbooks() {
    return RuleFiles.files(RuleFiles.RUNBOOKS, ".md").stream()
        .filter(page -> !statements(Yaml.text(page)).isEmpty())
        .toList();
  }

  @BeforeAll
  void start() throws SQLException {
    server = PostgresServer.builder().major(major).start(work);
    try (Connection admin = server.connect()) {
      SchemaScripts.OUTBOX.apply(admin);
    }
  }

  /** What an earlier page has dropped is there again. */
  @BeforeEach
  void prepare() throws SQLException {
    try (Connection admin = server.connect()) {
      SchemaScripts.ADMIN.apply(admin);
    }
  }

  @AfterAll
  void close() {
    server.close();
    work.close();
  }

  @ParameterizedTest
  @MethodSource("runbooks")
  void should_run(Path page) throws SQLException {
    for (String statement : statements(Yaml.text(page))) {
      run(statement);
    }
  }

  @Test
  void should_have_statements_on_most_pages() {
    assertThat(runbooks()).hasSizeGreaterThan(15);
  }

  @Test
  void should_make_room_and_drop_the_slot_when_the_pages_say_so() throws SQLException {
    assertThat(slots()).isEqualTo("1");
    acts("OutboxSlotNoConsumer.md", "pg_drop_replication_slot");
    assertThat(slots()).isEqualTo("0");

    acts("OutboxSlotExhaustion.md", "ALTER SYSTEM", "pg_reload_conf");
    assertThat(
            Sql.ask(
                server,
                "SELECT setting FROM pg_file_settings WHERE name = 'max_slot_wal_keep_size' AND applied"))
        .isEqualTo("200GB");
  }

  @Test
  void should_notice_a_statement_that_no_longer_runs() {
    assertThat(
            statements(
                "```sql\nSELECT 1;\n```\n1. x\n\n   ```sql\n   SELECT no_such\n   FROM pg_stat_replication;\n   ```\n"))
        .hasSize(2)
        .last()
        .satisfies(broken -> assertThatThrownBy(() -> run(broken)).hasMessageContaining("no_such"));
  }

  private void acts(String page, String... beginnings) throws SQLException {
    List<String> acting =
        statements(Yaml.text(RuleFiles.RUNBOOKS.resolve(page))).stream()
            .filter(statement -> Arrays.stream(beginnings).anyMatch(statement::contains))
            .toList();
    assertThat(acting).hasSize(beginnings.length);
    for (String statement : acting) {
      run(statement);
    }
  }

  private String slots() throws SQLException {
    return Sql.ask(server, "SELECT count(*) FROM pg_replication_slots WHERE slot_name = 'outbox'");
  }

  private void run(String statement) throws SQLException {
    try (Connection superuser = server.connect();
        Statement execution = superuser.createStatement()) {
      execution.execute(statement);
    }
  }

  private static List<String> statements(String page) {
    return BLOCK
        .matcher(page)
        .results()
        .flatMap(block -> Stream.of(END.split(block.group(1))))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
