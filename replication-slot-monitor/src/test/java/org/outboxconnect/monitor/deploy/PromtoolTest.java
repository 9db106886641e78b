package org.outboxconnect.monitor.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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
  @ValueSource(strings = {"< 14400", "> 300", "for: 5m", "outbox_slot_wal_status{"})
  void should_fail_its_tests_when_a_rule_is_changed(String part, @TempDir Path copy)
      throws Exception {
    copyTo(copy);
    Path rules = copy.resolve("outbox-alerts.rules.yml");
    String text = Files.readString(rules);
    assertThat(text).contains(part);
    Files.writeString(rules, text.replace(part, changed(part)));

    Promtool.Result result = Promtool.run(testsIn(copy));

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.output()).contains("FAILED");
  }

  @Test
  void should_pass_its_tests_when_only_the_folder_is_another(@TempDir Path copy) throws Exception {
    copyTo(copy);

    assertThat(Promtool.run(testsIn(copy)).exitCode()).isZero();
  }

  private static String changed(String part) {
    return switch (part) {
      case "< 14400" -> "< 7";
      case "> 300" -> "> 3000";
      case "for: 5m" -> "for: 0s";
      default -> part.replace("outbox_", "outbox_no_");
    };
  }

  private static Object[] testsIn(Path folder) {
    List<Object> arguments = new ArrayList<>(List.of("test", "rules"));
    arguments.addAll(RuleFiles.files(folder.resolve("tests"), ".test.yml"));
    return arguments.toArray();
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
