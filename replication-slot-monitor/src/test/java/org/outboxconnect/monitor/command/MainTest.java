package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MainTest {

  private static final Path USAGE =
      Path.of(
          System.getProperty("outbox.root", ".."),
          "replication-slot-monitor/src/test/resources/usage.txt");
  private static final String COMMAND =
      "mvn test -pl replication-slot-monitor -am -Dtest=MainTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  @TempDir private Path folder;
  private final FakePrograms programs = new FakePrograms();

  @Test
  void should_keep_its_help_text() throws IOException {
    String text =
        Stream.of("", "run", "check", "watch").map(this::help).collect(Collectors.joining("\n"));
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.writeString(USAGE, text);
    }
    assertThat(USAGE).as("write it again with: %s", COMMAND).content().isEqualTo(text);
  }

  private String help(String command) {
    FakePrograms help = new FakePrograms();
    int code = command.isEmpty() ? help.run("--help") : help.run(command, "--help");
    assertThat(code).isZero();
    assertThat(help.served).isNull();
    return help.out();
  }

  @Test
  void should_say_its_version() {
    assertThat(programs.run("--version")).isZero();
    assertThat(programs.out().strip())
        .isEqualTo("replication-slot-monitor " + System.getProperty("outbox.version"));
  }

  @Test
  void should_run_when_no_command_is_given() {
    assertThat(programs.run()).isZero();
    assertThat(programs.served.servers()).hasSize(1);
  }

  @Test
  void should_run_when_it_is_told_to() {
    assertThat(programs.run("run")).isZero();
    assertThat(programs.served).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--bogus", "walk", "--config"})
  void should_end_with_2_when_the_command_line_is_wrong(String argument) {
    assertThat(programs.run(argument)).isEqualTo(2);
    assertThat(programs.err()).contains("[Hint: replication-slot-monitor --help]");
    assertThat(programs.out()).isEmpty();
  }

  @Test
  void should_end_with_2_when_the_settings_are_wrong() {
    programs.environment.remove("OUTBOX_MONITOR_SERVERS_0_USER");

    assertThat(programs.run("run")).isEqualTo(2);
    assertThat(programs.err())
        .contains("servers[0].user: expected a text, found nothing")
        .doesNotContain("hunter2");
    assertThat(programs.served).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "watch"})
  void should_only_check_the_settings_when_it_is_told_to(String command) throws IOException {
    Path secret = Files.writeString(folder.resolve("password"), "hunter2");
    programs.environment.remove("OUTBOX_MONITOR_SERVERS_0_PASSWORD");
    programs.environment.put("OUTBOX_MONITOR_SERVERS_0_PASSWORD_FILE", secret.toString());

    assertThat(programs.run(command, "--check-config")).isZero();
    assertThat(programs.out()).contains("The configuration is good: servers [orders]");
    assertThat(programs.served).isNull();
    assertThat(programs.polled).isEmpty();
  }

  @Test
  void should_tell_a_secret_that_cannot_be_read_when_the_settings_are_checked() {
    programs.environment.remove("OUTBOX_MONITOR_SERVERS_0_PASSWORD");
    programs.environment.put("OUTBOX_MONITOR_SERVERS_0_PASSWORD_FILE", "/no/such/file");

    assertThat(programs.run("--check-config")).isEqualTo(2);
    assertThat(programs.err()).contains("servers[0].password-file", "NoSuchFileException");
  }

  @Test
  void should_read_the_file_wherever_the_option_stands() throws IOException {
    Path file = Files.writeString(folder.resolve("monitor.yaml"), "poll-interval: 3s\n");

    assertThat(programs.run("--config", file.toString(), "run")).isZero();
    assertThat(programs.served.pollInterval()).hasSeconds(3);
    FakePrograms other = new FakePrograms();
    assertThat(other.run("run", "-c", file.toString())).isZero();
    assertThat(other.served.pollInterval()).hasSeconds(3);
  }
}
