package org.outboxconnect.monitor.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The rules for Prometheus and their tests, as they lie in the repository. */
final class RuleFiles {

  static final Path FOLDER = Yaml.ROOT.resolve("deploy/prometheus");
  static final Path TESTS = FOLDER.resolve("tests");
  static final Path RUNBOOKS = Yaml.ROOT.resolve("docs/runbooks");

  private RuleFiles() {}

  /** One alert with one severity. */
  record Alert(String name, String severity, String expression, String runbook) {

    static Alert of(Yaml rule) {
      return new Alert(
          rule.at("alert").text(),
          rule.at("labels").at("severity").text(),
          rule.at("expr").text(),
          rule.at("annotations").at("runbook_url").text());
    }
  }

  /** What one promtool test says about one alert at one moment. */
  record Check(String alert, List<String> severities) {

    static Check of(Yaml test) {
      return new Check(
          test.at("alertname").text(),
          test.at("exp_alerts").items().stream()
              .map(alert -> alert.at("exp_labels").at("severity").text())
              .toList());
    }
  }

  static List<Alert> alerts() {
    return rules().filter(rule -> rule.has("alert")).map(Alert::of).toList();
  }

  /** All expressions, of alerts and of what is recorded. */
  static List<String> expressions() {
    return rules().map(rule -> rule.at("expr").text()).toList();
  }

  static List<Check> checks() {
    return tests()
        .flatMap(test -> test.at("alert_rule_test").items().stream())
        .map(Check::of)
        .toList();
  }

  /** The series that the tests feed in, with their labels. */
  static List<String> testSeries() {
    return tests()
        .flatMap(test -> test.at("input_series").items().stream())
        .map(series -> series.at("series").text())
        .toList();
  }

  static List<Path> ruleFiles() {
    return files(FOLDER, ".rules.yml");
  }

  static List<Path> testFiles() {
    return files(TESTS, ".test.yml");
  }

  static List<Path> files(Path folder, String end) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Yaml> rules() {
    return ruleFiles().stream()
        .flatMap(file -> Yaml.read(file).at("groups").items().stream())
        .flatMap(group -> group.at("rules").items().stream());
  }

  private static Stream<Yaml> tests() {
    return testFiles().stream().flatMap(file -> Yaml.read(file).at("tests").items().stream());
  }
}
