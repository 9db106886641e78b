package org.outboxconnect.monitor.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.monitor.deploy.RuleFiles.Alert;
import org.outboxconnect.monitor.deploy.RuleFiles.Check;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.testing.Case;

/** Holds alert rules, their tests, their pages and the exported metrics together. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AlertRulesTest {

  private static final String[] SECTIONS = {
    "## What it means",
    "## How to confirm",
    "## First three actions",
    "1. ",
    "2. ",
    "3. ",
    "## How it ends"
  };

  static List<Alert> alerts() {
    return RuleFiles.alerts();
  }

  @Test
  void should_have_alerts_of_both_severities() {
    assertThat(alerts()).extracting(Alert::severity).contains("warning", "critical");
    assertThat(alerts()).extracting(Alert::severity).containsOnly("warning", "critical");
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void should_have_a_page_that_says_what_to_do(Alert alert) {
    assertThat(alert.runbook()).isEqualTo("docs/runbooks/%s.md".formatted(alert.name()));
    assertThat(Yaml.text(Yaml.ROOT.resolve(alert.runbook())))
        .startsWith("# %s\n".formatted(alert.name()))
        .containsSubsequence(SECTIONS)
        .contains(alert.severity());
    assertThat(Yaml.text(RuleFiles.RUNBOOKS.resolve("README.md")))
        .contains("| [%1$s](%1$s.md) |".formatted(alert.name()));
  }

  @Test
  void should_have_an_alert_for_each_page() {
    Set<String> names = alerts().stream().map(Alert::name).collect(Collectors.toSet());

    assertThat(RuleFiles.files(RuleFiles.RUNBOOKS, ".md"))
        .extracting(Path::getFileName)
        .extracting(Path::toString)
        .filteredOn(file -> !file.equals("README.md"))
        .allSatisfy(file -> assertThat(names).contains(file.replaceFirst("\\.md$", "")));
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void should_be_made_to_fire_and_to_stay_silent_by_tests(Alert alert) {
    List<Check> checks =
        RuleFiles.checks().stream().filter(check -> check.alert().equals(alert.name())).toList();

    assertThat(checks)
        .anySatisfy(check -> assertThat(check.severities()).contains(alert.severity()));
    assertThat(checks).anySatisfy(check -> assertThat(check.severities()).isEmpty());
  }

  @Test
  void should_test_no_alert_that_does_not_exist() {
    assertThat(RuleFiles.checks())
        .extracting(Check::alert)
        .isSubsetOf(alerts().stream().map(Alert::name).toList());
  }

  /** An alert on a name that nobody exports is silent for ever. */
  @Test
  @Case("143")
  void should_ask_only_for_what_the_monitor_exports() {
    assertThat(RuleFiles.expressions())
        .isNotEmpty()
        .allSatisfy(
            expression ->
                assertThat(ExportedMetrics.names()).containsAll(ExportedMetrics.in(expression)));
  }

  @Test
  void should_feed_its_tests_only_with_what_the_monitor_exports() {
    assertThat(RuleFiles.testSeries())
        .isNotEmpty()
        .allSatisfy(
            series -> assertThat(ExportedMetrics.names()).containsAll(ExportedMetrics.in(series)));
  }

  /** So is an alert on a state that doesn't exist. */
  @Test
  @Case("143")
  void should_ask_only_for_states_that_exist() {
    assertStates("outbox_slot_verdict", labels(Arrays.stream(Verdict.values())));
    assertStates("outbox_slot_severity", labels(Arrays.stream(Severity.values())));
    assertStates("outbox_slot_wal_status", Set.of("reserved", "extended", "unreserved", "lost"));
    assertStates(
        "outbox_connector_task_state",
        Set.of("running", "failed", "paused", "unassigned", "restarting", "destroyed", "unknown"));
  }

  @Test
  void should_find_names_but_neither_recorded_ones_nor_parts() {
    assertThat(
            ExportedMetrics.in("max by (server) (server:outbox_x:max - outbox_a_bytes{b=\"c\"})"))
        .containsExactly("outbox_a_bytes");
  }

  private static void assertStates(String set, Set<String> known) {
    Pattern selector = Pattern.compile(set + "=~?\"([^\"]*)\"");
    assertThat(
            Stream.concat(RuleFiles.expressions().stream(), RuleFiles.testSeries().stream())
                .flatMap(text -> selector.matcher(text).results())
                .flatMap(found -> Arrays.stream(found.group(1).split("\\|"))))
        .isNotEmpty()
        .isSubsetOf(known);
  }

  private static Set<String> labels(Stream<? extends Enum<?>> values) {
    return values.map(value -> value.name().toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }
}
