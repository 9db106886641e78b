package org.outboxconnect.monitor.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A part of a YAML or JSON file.
 *
 * @param value a map, a list or a scalar; null if it isn't there
 */
record Yaml(Object value) {

  static final Path ROOT = Path.of(System.getProperty("outbox.root"));

  static Yaml read(Path file) {
    return new Yaml(new Load(LoadSettings.builder().build()).loadFromString(text(file)));
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Yaml at(String key) {
    return new Yaml(((Map<?, ?>) value).get(key));
  }

  boolean has(String key) {
    return ((Map<?, ?>) value).containsKey(key);
  }

  /** Its items; none if it isn't there. */
  List<Yaml> items() {
    return value == null
        ? List.of()
        : ((List<?>) value).stream().map(item -> new Yaml(item)).toList();
  }

  String text() {
    return String.valueOf(value);
  }
}
