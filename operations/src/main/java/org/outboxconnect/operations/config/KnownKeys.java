package org.outboxconnect.operations.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The keys that somebody reads, with their defaults. The lists lie beside this class as files of
 * lines {@code key} or {@code key=default}; a test compares them with the ConfigDefs.
 *
 * @param defaults keys, and their defaults where there is one
 */
record KnownKeys(Map<String, Optional<String>> defaults) {

  /** What Debezium declares. */
  static final KnownKeys DEBEZIUM = read("debezium-connector.keys");

  /** What Debezium reads without declaring it, each with the reason why it is in the list. */
  static final KnownKeys UNDECLARED = read("debezium-undeclared.keys");

  /** What Connect takes from every source connector. */
  static final KnownKeys CONNECT = read("connect-source.keys");

  static final KnownKeys PRODUCER = read("kafka-producer.keys");
  static final KnownKeys ROUTER = read("event-router.keys");
  private static final KnownKeys OURS = read("our-plugins.keys");

  KnownKeys {
    defaults = Collections.unmodifiableMap(new TreeMap<>(defaults));
  }

  /** The keys of one of our plugins, by the simple name of its class. */
  static KnownKeys ours(String plugin) {
    Map<String, Optional<String>> own = new TreeMap<>();
    String prefix = plugin + ".";
    OURS.defaults.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            own.put(key.substring(prefix.length()), value);
          }
        });
    return new KnownKeys(own);
  }

  Set<String> names() {
    return defaults.keySet();
  }

  Optional<String> defaultOf(String key) {
    return defaults.getOrDefault(key, Optional.empty());
  }

  private static KnownKeys read(String file) {
    Map<String, Optional<String>> keys = new TreeMap<>();
    InputStream stream = KnownKeys.class.getResourceAsStream(file);
    Objects.requireNonNull(stream, file);
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("=", 2))
          .forEach(
              parts ->
                  keys.put(parts[0], parts.length == 2 ? Optional.of(parts[1]) : Optional.empty()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new KnownKeys(keys);
  }
}
