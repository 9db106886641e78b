package org.outboxconnect.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packaged connector files against the ConfigDefs of Connect, connector, SMTs and predicate.
 * Debezium checks its enumerations elsewhere: the tests that run the connectors cover those.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorKeysIT {

  private static final Path CONFIGS =
      Path.of(System.getProperty("outbox.root"), "connector-configs");
  private static final Path BASE = CONFIGS.resolve("outbox-cdc.json");

  private final PluginPath pluginPath = new PluginPath();

  @TempDir Path folder;

  @AfterEach
  void close() {
    pluginPath.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.1", "4.4"})
  void should_use_only_keys_and_values_that_are_declared(String connect) throws IOException {
    pluginPath.unpack("outbox-connect", "");
    List<Path> files = files();
    assertThat(files).hasSizeGreaterThan(variants().size()).contains(BASE);

    List<String> lines = pluginPath.checkKeys(connect, files);

    assertThat(lines).noneMatch(line -> line.startsWith("BAD"));
    assertThat(lines.stream().filter(line -> line.startsWith("CHECKED")))
        .containsExactlyElementsOf(files.stream().map(ConnectorKeysIT::checked).toList());
  }

  @Test
  void should_name_the_key_when_it_is_misspelt_or_its_value_is_of_another_type()
      throws IOException {
    pluginPath.unpack("outbox-connect", "");
    Path file =
        Files.writeString(
            folder.resolve("wrong.json"),
            Files.readString(BASE)
                .replace("slot.drop.on.stop", "slot.drop.on.stopp")
                .replaceFirst("(\"poll.interval.ms\": )\"\\d+\"", "$1\"soon\"")
                .replaceFirst("(\"errors.tolerance\": )\"none\"", "$1\"some\"")
                .replace("outbox.route.by.field", "outbox.route.by.column"));

    assertThat(pluginPath.checkKeys("4.4", List.of(file)))
        .anyMatch(line -> line.startsWith("BAD wrong.json slot.drop.on.stopp: nobody declares it"))
        .anyMatch(line -> line.startsWith("BAD wrong.json poll.interval.ms: "))
        .anyMatch(line -> line.startsWith("BAD wrong.json errors.tolerance: "))
        .anyMatch(line -> line.startsWith("BAD wrong.json transforms.outbox.route.by.column: "));
  }

  /** Each key that a variant sets, so that none of them is taken whatever it is called. */
  @Test
  void should_name_every_key_of_a_variant_when_it_is_misspelt() throws IOException {
    pluginPath.unpack("outbox-connect", "");
    List<Path> misspelt = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (Map.Entry<String, JsonNode> variant : variants()) {
      String text = Files.readString(CONFIGS.resolve(variant.getKey()));
      for (Map.Entry<String, JsonNode> change : variant.getValue().properties()) {
        String key = change.getKey();
        if (!change.getValue().isNull() && !key.matches("name|transforms(\\..*)?")) {
          assertThat(text).contains("\"" + key + "\": ");
          text = text.replace("\"" + key + "\": ", "\"" + key + "x\": ");
          expected.add("BAD %s %sx: nobody declares it".formatted(variant.getKey(), key));
        }
      }
      misspelt.add(Files.writeString(folder.resolve(variant.getKey()), text));
    }

    assertThat(pluginPath.checkKeys("4.4", misspelt)).containsAll(expected);
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(CONFIGS)) {
      return files
          .filter(file -> file.getFileName().toString().matches("outbox-cdc.*\\.json"))
          .sorted()
          .toList();
    }
  }

  private static Set<Map.Entry<String, JsonNode>> variants() throws IOException {
    return new ObjectMapper().readTree(CONFIGS.resolve("variants.json").toFile()).properties();
  }

  private static String checked(Path file) {
    try {
      int keys = new ObjectMapper().readTree(file.toFile()).path("config").size();
      return "CHECKED %s %d".formatted(file.getFileName(), keys);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
