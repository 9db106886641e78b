package org.outboxconnect.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** What the workers of each supported version find in the assembled archives. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PluginDiscoveryIT {

  private static final String OURS = System.getProperty("outbox.version");
  private static final String DEBEZIUM = "3.7.0.Final";
  private static final String SMT = "org.outboxconnect.smt.";
  private static final String HEADERS = SMT + "OutboxHeaders";
  private static final String CONNECTOR = "io.debezium.connector.postgresql.PostgresConnector";

  private final PluginPath pluginPath = new PluginPath();

  @AfterEach
  void close() {
    pluginPath.close();
  }

  @ParameterizedTest
  @CsvSource({
    "4.1, service_load",
    "4.2, service_load",
    "4.3, service_load",
    "4.4, service_load",
    "4.4, hybrid_fail"
  })
  @Case({"151", "155"})
  void should_find_every_plugin_with_its_version(String connect, String discovery)
      throws IOException {
    requireEveryPlugin(connect, discovery);
  }

  @ParameterizedTest
  @CsvSource({
    "4.1, hybrid_fail", "4.1, hybrid_warn", "4.1, only_scan",
    "4.2, hybrid_fail", "4.2, hybrid_warn", "4.2, only_scan",
    "4.3, hybrid_fail", "4.3, hybrid_warn", "4.3, only_scan",
    "4.4, hybrid_warn", "4.4, only_scan"
  })
  @Tag("ci")
  @Case({"151", "155"})
  void should_find_every_plugin_in_the_slower_modes_too(String connect, String discovery)
      throws IOException {
    requireEveryPlugin(connect, discovery);
  }

  private void requireEveryPlugin(String connect, String discovery) throws IOException {
    Path folder = pluginPath.unpack("outbox-connect", "");
    String place = PluginPath.location(folder);

    List<FoundPlugin> found = pluginPath.scan(connect, discovery);

    assertThat(found)
        .contains(
            new FoundPlugin(HEADERS, OURS, place),
            new FoundPlugin(SMT + "OutboxGuard", OURS, place),
            new FoundPlugin(SMT + "OutboxMessage", OURS, place),
            new FoundPlugin(SMT + "IsOutboxInsert", OURS, place),
            new FoundPlugin(CONNECTOR, DEBEZIUM, place),
            new FoundPlugin("io.debezium.transforms.outbox.EventRouter", DEBEZIUM, place))
        .filteredOn(plugin -> plugin.location().equals(place))
        .noneMatch(plugin -> plugin.version().equals("undefined"))
        .extracting(FoundPlugin::className)
        .containsAll(PluginPath.offeredPlugins(folder));
  }

  @Test
  @Tag("ci")
  @Case("155")
  void should_fail_the_scan_when_a_manifest_is_missing() throws IOException {
    Path folder = pluginPath.unpack("outbox-connect-slim", "");
    for (Path jar : PluginPath.ourJars(folder)) {
      PluginPath.removeManifests(jar);
    }

    assertThatThrownBy(() -> pluginPath.scan("4.4", "hybrid_fail"))
        .hasMessageContaining(HEADERS)
        .hasMessageContaining("plugin.discovery");
  }

  @Test
  @Case("153")
  void should_find_our_plugins_in_debeziums_folder_when_the_slim_archive_is_unpacked_there()
      throws IOException {
    Path debezium = pluginPath.unpack("outbox-connect", "");
    for (Path jar : PluginPath.ourJars(debezium)) {
      Files.delete(jar);
    }
    pluginPath.unpack("outbox-connect-slim", debezium.getFileName().toString());

    String place = PluginPath.location(debezium);
    assertThat(pluginPath.scan("4.4", "service_load"))
        .contains(
            new FoundPlugin(HEADERS, OURS, place), new FoundPlugin(CONNECTOR, DEBEZIUM, place));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.1", "4.4"})
  @Case("153")
  void should_still_start_when_two_debezium_versions_share_our_folder(String connect)
      throws IOException {
    Path folder = pluginPath.unpack("outbox-connect", "");
    for (Path jar : PluginPath.jars(Path.of(System.getProperty("outbox.other.debezium")))) {
      Files.copy(jar, folder.resolve(jar.getFileName()));
    }

    List<FoundPlugin> found = pluginPath.scan(connect, "service_load", HEADERS, CONNECTOR);

    assertThat(found)
        .contains(new FoundPlugin(HEADERS, OURS, PluginPath.location(folder)))
        .anyMatch(plugin -> plugin.className().equals(CONNECTOR));
  }

  @Test
  @Case("153")
  void should_find_our_plugins_but_not_debezium_when_jars_lie_directly_in_the_plugin_path()
      throws IOException {
    Path folder = pluginPath.unpack("outbox-connect", "");
    for (Path jar : PluginPath.jars(folder)) {
      Files.move(jar, pluginPath.path().resolve(jar.getFileName()));
    }

    assertThat(pluginPath.scan("4.4", "service_load"))
        .anyMatch(plugin -> plugin.className().equals(HEADERS) && plugin.version().equals(OURS))
        .noneMatch(plugin -> plugin.className().equals(CONNECTOR));
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.1", "4.4"})
  @Case("161")
  void should_still_work_but_run_the_workers_copy_when_its_libs_hold_our_jar_too(String connect)
      throws IOException {
    Path folder = pluginPath.unpack("outbox-connect", "");
    for (Path jar : PluginPath.ourJars(folder)) {
      pluginPath.addToWorkerLibs(jar);
    }

    assertThat(pluginPath.scan(connect, "service_load", HEADERS))
        .contains(
            new FoundPlugin(HEADERS, OURS, "classpath"),
            new FoundPlugin(HEADERS, OURS, PluginPath.location(folder)))
        .anyMatch(
            plugin ->
                plugin.version().equals(PluginScan.LOADED) && plugin.location().contains("/libs/"));
    assertThat(pluginPath.sendThroughHeaderStep(connect)).contains("eventType=OrderPlaced");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.1", "4.4"})
  @Case("159")
  void should_write_the_trace_headers_when_no_tracing_library_is_installed(String connect) {
    pluginPath.unpack("outbox-connect", "");

    assertThat(pluginPath.sendThroughHeaderStep(connect))
        .contains("tracing=false", "traceparent=" + HeaderStep.TRACEPARENT);
  }
}
