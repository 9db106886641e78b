package org.outboxconnect.monitor.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;

/** Settings for tests: a file that is good, and what is found in one that isn't. */
final class Yaml {

  /** The least that is needed. */
  static final String SERVER =
      """
      servers:
        - name: orders
          url: jdbc:postgresql://db/orders
          user: monitor
          password: hunter2
      """;

  private Yaml() {}

  static Path file(Path folder, String text) {
    try {
      return Files.writeString(Files.createTempFile(folder, "monitor", ".yaml"), text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static MonitorConfig load(Path folder, String text) {
    return ConfigLoader.load(file(folder, text), Map.of());
  }

  /** Loads what must be refused. */
  static List<ConfigProblem> problems(Path folder, String text, Map<String, String> environment) {
    ConfigException refused =
        Assertions.catchThrowableOfType(
            ConfigException.class, () -> ConfigLoader.load(file(folder, text), environment));
    Assertions.assertThat(refused).as("refused: %s", text).isNotNull();
    Assertions.assertThat(refused).hasMessageNotContaining("hunter2");
    return refused.problems();
  }

  static List<ConfigProblem> problems(Path folder, String text) {
    return problems(folder, text, Map.of());
  }
}
