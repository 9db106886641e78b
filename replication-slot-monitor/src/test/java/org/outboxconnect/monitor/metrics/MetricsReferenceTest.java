package org.outboxconnect.monitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Holds the promised metrics to two committed files, the list and the reference page, or writes
 * both when asked to. A change of the list is a change for everyone who has rules or dashboards.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MetricsReferenceTest {

  private static final Path ROOT = Path.of(System.getProperty("outbox.root"));
  private static final Path GOLDEN =
      ROOT.resolve("replication-slot-monitor/src/test/resources/metrics.txt");
  private static final Path PAGE =
      ROOT.resolve("docs/reference/replication-slot-monitor-metrics.md");
  private static final String COMMAND =
      "mvn test -pl replication-slot-monitor -am -Dtest=MetricsReferenceTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  private static final String INTRODUCTION =
      """
      # Metrics of the replication slot monitor

      <!-- Generated from the code by MetricsReferenceTest: change it there. -->

      Served at `/metrics`, as OpenMetrics 1.0 if the client accepts it and else in Prometheus' text format. A scrape asks no
      database: it shows what the newest polls found. The metrics about webhooks are in the same scrape and not on this page.

      - A value that is **unknown is absent**, never 0 and never NaN: hidden by a privilege, not on this version of the
        server, or not there. `outbox_monitor_probe_success` says which probes brought nothing.
      - A **state set** has one series for each state, with 1 for the one that holds and 0 for the others; the state is the
        value of the label that has the metric's name. All of them are always there, so that a slot never vanishes when it
        is lost.
      - A server is **stale** when no poll has succeeded for three poll intervals. What was measured is absent from then on;
        metrics marked "stays" keep their last value, so that an alert about a lost slot doesn't end when its server goes
        down. Alert on `outbox_monitor_status_stale` as well.
      - A server reached through several databases has its slots once, under the name whose database has the slot's outbox.
      - Labels are bounded: `server`, `schema`, `table`, `connect_cluster` and `connector` by the configuration, `slot`,
        `database` and `plugin` by the slots that there are, `task` by the connectors, the others by the code.
      """;

  @Test
  void should_equal_the_committed_list() throws IOException {
    compare(GOLDEN, golden());
  }

  @Test
  void should_equal_the_committed_page() throws IOException {
    compare(PAGE, page());
  }

  @Test
  void should_name_units_and_types_as_openmetrics_wants_it() {
    assertThat(families())
        .allSatisfy(
            family -> {
              assertThat(family.name()).matches("outbox_[a-z]+(_[a-z]+)*");
              assertThat(family.help()).doesNotEndWith(".").doesNotContain("\n");
              assertThat(family.name()).matches(nameOf(family));
              assertThat(family.labels()).doesNotHaveDuplicates().doesNotContain("pid", "lsn");
            })
        .extracting(Family::name)
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(40);
  }

  /** The unit stands before the suffix of the type; nothing else may look like a unit. */
  private static String nameOf(Family family) {
    String unit = family.unit() == null ? "" : "_" + family.unit();
    String suffix =
        switch (family.type()) {
          case COUNTER -> "_total";
          case INFO -> "_info";
          default -> "";
        };
    return unit.isEmpty() && suffix.isEmpty()
        ? ".+(?<!_(bytes|seconds|total|info))"
        : ".+" + unit + suffix;
  }

  private static void compare(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.writeString(file, expected);
    }
    assertThat(file).as("write it again with: %s", COMMAND).content().isEqualTo(expected);
  }

  private static List<Family> families() {
    return StatusMetrics.sections().stream()
        .flatMap(section -> section.group().families().stream())
        .toList();
  }

  private static String golden() {
    return families().stream()
        .map(
            family ->
                "%s | %s | %s | %s | %s | %s\n"
                    .formatted(
                        family.name(),
                        type(family),
                        unit(family),
                        String.join(",", family.labels()),
                        family.lasting() ? "stays" : "absent when stale",
                        family.help()))
        .sorted()
        .collect(Collectors.joining());
  }

  private static String page() {
    return StatusMetrics.sections().stream()
        .map(MetricsReferenceTest::section)
        .collect(Collectors.joining("", INTRODUCTION, ""));
  }

  private static String section(StatusMetrics.Section<?> section) {
    Stream<String> rows =
        section.group().families().stream()
            .map(
                family ->
                    "| `%s` | %s | %s | %s | %s | %s |\n"
                        .formatted(
                            family.name(),
                            type(family),
                            unit(family),
                            labels(family),
                            family.lasting() ? "stays" : "absent",
                            family.help()));
    return rows.collect(
        Collectors.joining(
            "",
            "\n## %s\n\n| metric | type | unit | labels | when stale | meaning |\n|---|---|---|---|---|---|\n"
                .formatted(section.title()),
            ""));
  }

  private static String type(Family family) {
    return switch (family.type()) {
      case STATESET -> "state set";
      case COUNTER -> "counter";
      case INFO -> "info";
      case GAUGE -> "gauge";
      default -> throw new AssertionError("No such metric is promised: " + family);
    };
  }

  private static String unit(Family family) {
    return family.unit() == null ? "" : family.unit().toString();
  }

  private static String labels(Family family) {
    return family.labels().stream()
        .map(label -> "`" + label + "`")
        .collect(Collectors.joining(", "));
  }
}
