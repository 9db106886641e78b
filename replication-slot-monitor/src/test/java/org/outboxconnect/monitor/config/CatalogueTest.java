package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.VariableNames.Target;

/** Every setting is read, checked and documented. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CatalogueTest {

  static final Path EXAMPLE =
      Path.of(System.getProperty("outbox.root", ".."), "replication-slot-monitor/example.yaml");

  static List<Target> settings() {
    return new VariableNames(Catalogue.ROOT).all();
  }

  @ParameterizedTest
  @MethodSource("settings")
  void should_be_read_and_checked(Target setting) {
    String variable = Environment.PREFIX + setting.name().replaceAll("_N(?=_|$)", "_0");

    ConfigException refused =
        catchThrowableOfType(
            ConfigException.class, () -> ConfigLoader.load(EXAMPLE, Map.of(variable, "")));

    assertThat(refused.problems())
        .extracting(ConfigProblem::path)
        .contains("%s (from %s)".formatted(Tree.path(setting.steps()), variable));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void should_be_in_the_example(Target setting) {
    String key =
        (String)
            setting.steps().stream()
                .filter(String.class::isInstance)
                .reduce((first, last) -> last)
                .orElseThrow();
    boolean instead = List.of("password", "url").contains(key);

    assertThat(EXAMPLE).content().containsPattern(instead ? key + "-file:" : key + ":");
  }

  static Stream<Entry> entries() {
    return within(Catalogue.ROOT);
  }

  private static Stream<Entry> within(Entry entry) {
    return entry instanceof Group group
        ? Stream.concat(Stream.of(entry), group.entries().stream().flatMap(CatalogueTest::within))
        : Stream.of(entry);
  }

  @ParameterizedTest
  @MethodSource("entries")
  void should_be_explained(Entry entry) {
    assertThat(entry.meaning()).as(entry.name()).endsWith(".");
  }

  @Test
  void should_have_a_variable_of_its_own() {
    assertThat(settings()).extracting(Target::name).doesNotHaveDuplicates();
  }

  @Test
  void should_load_the_example() {
    MonitorConfig config = ConfigLoader.load(EXAMPLE, new HashMap<>());

    assertThat(config.thresholds())
        .isEqualTo(org.outboxconnect.monitor.verdict.Thresholds.DEFAULTS);
    assertThat(config.servers()).extracting(ServerConfig::name).containsExactly("orders");
    assertThat(config.servers().get(0).canary().kafka()).isNotNull();
    assertThat(config.connectClusters()).hasSize(1);
    assertThat(config.webhooks()).hasSize(1);
  }
}
