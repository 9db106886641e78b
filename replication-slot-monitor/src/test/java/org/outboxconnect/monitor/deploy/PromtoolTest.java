package org.outboxconnect.monitor.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.testing.RequiredTool;

/** What Prometheus itself says about the rules. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@RequiredTool("promtool")
class PromtoolTest {

  static List<Path> ruleFiles() {
    return RuleFiles.ruleFiles();
  }

  static List<Path> testFiles() {
    return RuleFiles.testFiles();
  }

  @ParameterizedTest
  @MethodSource("ruleFiles")
  void should_be_accepted(Path file) throws Exception {
    Promtool.Result result = Promtool.run("check", "rules", file);

    assertThat(result.exitCode()).as(result.output()).isZero();
  }

  @ParameterizedTest
  @MethodSource("testFiles")
  void should_pass_its_tests(Path file) throws Exception {
    Promtool.Result result = Promtool.run("test", "rules", file);

    assertThat(result.exitCode()).as(result.output()).isZero();
  }

  /** The tests notice when a threshold is another one, a wait is left out, a series is renamed. */
  @ParameterizedTest
  @CsvSource({
    "slots, < 14400, < 7",
    "relay, > 300, > 3000",
    "connect, for: 5m, for: 0s",
    "server, outbox_server_archiver_failing, outbox_archiver_failing",
    "server, no change, no change"
  })
  void should_fail_its_tests_when_a_rule_is_changed(
      String tests, String part, String other, @TempDir Path copy) throws Exception {
    copyTo(copy);
    Path rules = copy.resolve("outbox-alerts.rules.yml");
    String before = Files.readString(rules);
    Files.writeString(rules, before.replace(part, other));
    boolean changed = !part.equals(other);

    Promtool.Result result =
        Promtool.run("test", "rules", copy.resolve("tests").resolve(tests + ".test.yml"));

    assertThat(before.contains(part)).isEqualTo(changed);
    assertThat(result.exitCode() != 0).as(result.output()).isEqualTo(changed);
    assertThat(result.output()).contains(changed ? "FAILED" : "SUCCESS");
  }

  private static void copyTo(Path folder) throws IOException {
    Files.createDirectory(folder.resolve("tests"));
    for (Path file : ruleFiles()) {
      Files.copy(file, folder.resolve(file.getFileName()));
    }
    for (Path file : testFiles()) {
      Files.copy(file, folder.resolve("tests").resolve(file.getFileName()));
    }
  }
}
