package org.outboxconnect.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The packaged connector JSON against the ConfigDefs of connector, SMTs and predicate. Debezium
 * checks its enumerations elsewhere: the tests that run the connector cover those.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorKeysIT {

  private static final Path FILE =
      Path.of(System.getProperty("outbox.root"), "connector-configs", "outbox-cdc.json");

  private final PluginPath pluginPath = new PluginPath();

  @TempDir Path folder;

  @AfterEach
  void close() {
    pluginPath.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.1", "4.4"})
  void should_use_only_keys_and_values_that_are_declared(String connect) {
    pluginPath.unpack("outbox-connect", "");

    assertThat(pluginPath.checkKeys(connect, FILE))
        .noneMatch(line -> line.startsWith("BAD"))
        .anyMatch(line -> line.startsWith("CHECKED"));
  }

  @Test
  void should_name_the_key_when_it_is_misspelt_or_its_value_is_of_another_type()
      throws IOException {
    pluginPath.unpack("outbox-connect", "");
    Path file =
        Files.writeString(
            folder.resolve("wrong.json"),
            Files.readString(FILE)
                .replace("slot.drop.on.stop", "slot.drop.on.stopp")
                .replaceFirst("(\"poll.interval.ms\": )\"\\d+\"", "$1\"soon\"")
                .replace("outbox.route.by.field", "outbox.route.by.column"));

    assertThat(pluginPath.checkKeys("4.4", file))
        .anyMatch(line -> line.startsWith("BAD slot.drop.on.stopp: nobody declares it"))
        .anyMatch(line -> line.startsWith("BAD poll.interval.ms: "))
        .anyMatch(line -> line.startsWith("BAD transforms.outbox.route.by.column: "));
  }
}
