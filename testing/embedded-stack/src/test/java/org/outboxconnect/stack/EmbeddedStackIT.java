package org.outboxconnect.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.JavaCommand;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(600)
class EmbeddedStackIT {

  private static final Duration LONG = Duration.ofMinutes(3);

  @TempDir Path folder;

  @Test
  void should_start_all_parts_and_leave_neither_process_nor_folder_when_closed() throws Exception {
    List<String> progress = new ArrayList<>();
    EmbeddedStack stack =
        EmbeddedStack.builder()
            .progress(
                line -> {
                  synchronized (progress) {
                    progress.add(line);
                  }
                })
            .secret("db-password", "s3cret")
            .start();
    List<ProcessHandle> children = children();
    try (Connection connection = stack.postgres().connect()) {
      assertThat(connection.isValid(10)).isTrue();
    }
    stack.broker().createTopic("t", 1);
    assertThat(stack.connect().rest().plugins()).isNotEmpty();
    assertThat(stack.secretsFolder().resolve("db-password")).hasContent("s3cret");
    assertThat(environmentOf(stack.connect().worker(0).pid()))
        .contains("OUTBOX_DB_HOST=127.0.0.1", "OUTBOX_DB_PORT=" + stack.postgres().port())
        .contains("OUTBOX_DB_NAME=postgres", "OUTBOX_DB_USER=postgres");
    assertThat(progress).hasSize(3).last().asString().startsWith("Connect is up");

    stack.close();
    stack.close();

    assertThat(children).hasSizeGreaterThanOrEqualTo(3).allMatch(ChildProcess::hasEnded);
    assertThat(stack.workFolder().path()).doesNotExist();
  }

  @Test
  void should_lead_the_workers_and_nobody_else_through_proxies_when_asked_to() throws Exception {
    try (EmbeddedStack stack = EmbeddedStack.builder().workersBehindProxies().start()) {
      long worker = stack.connect().worker(0).pid();
      assertThat(environmentOf(worker))
          .contains("OUTBOX_DB_PORT=" + stack.databaseProxy().port())
          .doesNotContain("OUTBOX_DB_PORT=" + stack.postgres().port());

      assertThat(stack.brokerProxy().cut()).as("connections to the broker").isPositive();
      assertThat(stack.databaseProxy().cut()).as("connections to the database").isZero();
      stack.broker().createTopic("straight", 1);
      stack.brokerProxy().restore();

      Wait.require("the group", LONG, () -> stack.connect().rest().get("/connectors").isEmpty());
    }
  }

  @Test
  void should_leave_logs_but_neither_process_nor_folder_when_the_start_fails_half_way() {
    EmbeddedStackBuilder builder =
        EmbeddedStack.builder()
            .workerSetting("offset.flush.interval.ms", "soon")
            .keepLogsOfFailedStart(folder.resolve("kept"));

    assertThatThrownBy(builder::start)
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("worker-1", "offset.flush.interval.ms")
        .message()
        .satisfies(text -> assertThat(logFileIn(text)).doesNotExist());

    assertThat(children()).isEmpty();
    assertThat(folder.resolve("kept/worker-1.log")).content().contains("offset.flush.interval.ms");
    assertThat(folder.resolve("kept/broker.log")).isNotEmptyFile();
  }

  @Test
  void should_start_nothing_when_the_archive_is_missing() {
    EmbeddedStackBuilder builder =
        EmbeddedStack.builder().pluginArchive(folder.resolve("outbox-connect.zip"));

    assertThatThrownBy(builder::start)
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("outbox-connect.zip", "mvn package -pl connect-plugin -am");
    assertThat(children()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"broker is up", "started"})
  void should_leave_neither_process_nor_folder_when_the_jvm_gets_sigterm(String moment)
      throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    List<String> command =
        JavaCommand.of(System.getProperty("java.class.path"), StackMain.class.getName())
            .option("-Djava.io.tmpdir=" + temporary)
            .option("-Doutbox.root=" + System.getProperty("outbox.root"))
            .arguments();
    ChildProcess jvm =
        ChildProcess.start("stack", command, Map.of(), folder, folder.resolve("stack.log"));
    Wait.require(moment, LONG, () -> jvm.logTail(20).contains(moment));
    List<ProcessHandle> grandchildren =
        ProcessHandle.of(jvm.pid()).orElseThrow().descendants().toList();

    assertThat(jvm.stop(LONG)).as("ended by itself").isTrue();

    assertThat(grandchildren).isNotEmpty().allMatch(ChildProcess::hasEnded);
    assertThat(stackFolders(temporary)).isEmpty();
  }

  private static List<ProcessHandle> children() {
    return ProcessHandle.current().descendants().toList();
  }

  private static List<Path> stackFolders(Path temporary) throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("outbox-stack-"))
          .toList();
    }
  }

  private static Path logFileIn(String message) {
    return Path.of(message.replaceFirst("(?s).*, log ([^)]+)\\).*", "$1"));
  }

  private static List<String> environmentOf(long pid) throws IOException {
    return List.of(Files.readString(Path.of("/proc/" + pid + "/environ")).split("\0", -1));
  }
}
