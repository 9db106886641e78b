package org.outboxconnect.monitor.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.RequiredTool;

/** The dashboard asks Prometheus for what there is. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DashboardTest {

  private static final Yaml DASHBOARD =
      Yaml.read(Yaml.ROOT.resolve("deploy/grafana/outbox-connect.json"));
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");

  static List<String> queries() {
    Stream<String> panels =
        DASHBOARD.at("panels").items().stream()
            .flatMap(panel -> panel.at("targets").items().stream())
            .map(target -> target.at("expr").text());
    Stream<String> annotations =
        DASHBOARD.at("annotations").at("list").items().stream().map(a -> a.at("expr").text());
    return Stream.concat(panels, annotations).toList();
  }

  static Stream<String> variables() {
    return list("templating")
        .filter(variable -> variable.has("definition"))
        .map(variable -> variable.at("definition").text());
  }

  @ParameterizedTest
  @MethodSource({"queries", "variables"})
  void should_ask_only_for_what_the_monitor_exports(String query) {
    assertThat(ExportedMetrics.in(query)).isNotEmpty().isSubsetOf(ExportedMetrics.names());
  }

  @ParameterizedTest
  @MethodSource({"queries", "variables"})
  void should_use_only_variables_that_it_has(String query) {
    assertThat(VARIABLE.matcher(query).results().map(found -> found.group(1)))
        .isSubsetOf(list("templating").map(variable -> variable.at("name").text()).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outbox_slot_verdict",
        "outbox_slot_retained_wal_bytes",
        "outbox_slot_headroom_bytes",
        "outbox_slot_outage_budget_seconds",
        "outbox_slot_time_to_exhaustion_seconds",
        "outbox_table_oldest_unpublished_age_seconds",
        "outbox_connector_task_state",
        "outbox_monitor_last_success_timestamp_seconds",
        "outbox_monitor_probe_success"
      })
  void should_show(String metric) {
    assertThat(queries()).anySatisfy(query -> assertThat(query).contains(metric));
  }

  @Test
  void should_let_choose_data_source_server_and_slot() {
    assertThat(list("templating").map(variable -> variable.at("name").text()))
        .containsExactly("datasource", "server", "slot");
    assertThat(Yaml.text(Yaml.ROOT.resolve("deploy/grafana/outbox-connect.json")))
        .doesNotContainPattern("\"uid\": \"(?!\\$\\{datasource\\}|outbox-connect)");
  }

  @Test
  void should_lay_no_panel_over_another() {
    List<Yaml> places = DASHBOARD.at("panels").items().stream().map(p -> p.at("gridPos")).toList();

    assertThat(places.stream().flatMap(DashboardTest::cells)).doesNotHaveDuplicates();
  }

  @Test
  @RequiredTool("promtool")
  void should_be_understood_by_prometheus(@TempDir Path folder) throws Exception {
    Promtool.Result result = Promtool.run("check", "rules", asRules(folder, queries()));

    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(result.output()).contains(queries().size() + " rules found");
  }

  @Test
  @RequiredTool("promtool")
  void should_be_refused_when_a_query_is_broken(@TempDir Path folder) throws Exception {
    Path broken = asRules(folder, List.of("sum(outbox_slot_active"));

    assertThat(Promtool.run("check", "rules", broken).exitCode()).isNotZero();
  }

  private static Path asRules(Path folder, List<String> queries) throws Exception {
    StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
    for (int query = 0; query < queries.size(); query++) {
      rules
          .append("      - record: dashboard:query:n%d%n        expr: |-%n".formatted(query))
          .append(queries.get(query).indent(10));
    }
    return Files.writeString(folder.resolve("dashboard.rules.yml"), rules);
  }

  private static Stream<String> cells(Yaml place) {
    return range(place, "x", "w")
        .boxed()
        .flatMap(x -> range(place, "y", "h").mapToObj(y -> x + ":" + y));
  }

  private static IntStream range(Yaml place, String from, String size) {
    int begin = (Integer) place.at(from).value();
    return IntStream.range(begin, begin + (Integer) place.at(size).value());
  }

  private static Stream<Yaml> list(String part) {
    return DASHBOARD.at(part).at("list").items().stream();
  }
}
