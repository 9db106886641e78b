package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.debezium.connector.postgresql.PostgresConnector;
import io.debezium.transforms.outbox.EventRouter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Compares the lists of known keys and defaults with the code that reads them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KnownKeysTest {

  private static final Path FOLDER =
      Texts.ROOT.resolve("operations/src/main/resources/org/outboxconnect/operations/config");
  private static final String COMMAND =
      "mvn test -pl operations -am -Dtest=KnownKeysTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  @Test
  void should_know_what_debezium_declares() throws IOException {
    assertKnown("debezium-connector.keys", keys(new PostgresConnector().config()));
  }

  @Test
  void should_know_what_event_router_declares() throws IOException {
    assertKnown("event-router.keys", keys(new EventRouter<>().config()));
  }

  @Test
  void should_know_what_the_producer_declares() throws IOException {
    Map<String, String> keys = new TreeMap<>();
    ProducerConfig.configNames().forEach(name -> keys.put(name, ""));
    assertKnown("kafka-producer.keys", keys);
  }

  @Test
  void should_list_as_undeclared_only_what_debezium_does_not_declare() {
    assertThat(new PostgresConnector().config().names())
        .doesNotContainAnyElementsOf(KnownKeys.UNDECLARED.names());
  }

  @Test
  void should_know_what_our_transformations_declare() throws IOException {
    Map<String, String> keys = new TreeMap<>();
    for (Transformation<?> plugin : Texts.ourTransformations()) {
      String prefix = plugin.getClass().getSimpleName() + ".";
      keys(plugin.config()).forEach((key, value) -> keys.put(prefix + key, value));
    }
    assertKnown("our-plugins.keys", keys);
  }

  /** Lines {@code key} or {@code key=default} by key, the latter as the part after the key. */
  private static Map<String, String> keys(ConfigDef settings) {
    Map<String, String> keys = new TreeMap<>();
    settings
        .configKeys()
        .forEach(
            (name, key) -> keys.put(name, defaultOf(key).map(value -> "=" + value).orElse("")));
    return keys;
  }

  private static Optional<String> defaultOf(ConfigDef.ConfigKey key) {
    Object value = key.defaultValue;
    if (value == null || value == ConfigDef.NO_DEFAULT_VALUE) {
      return Optional.empty();
    }
    return Optional.of(
        value instanceof List<?> list
            ? list.stream().map(Object::toString).collect(Collectors.joining(","))
            : value instanceof Class<?> type ? type.getName() : value.toString());
  }

  private static void assertKnown(String file, Map<String, String> keys) throws IOException {
    String text =
        new TreeSet<>(keys.keySet())
            .stream().map(key -> key + keys.get(key) + "\n").collect(Collectors.joining());
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.writeString(FOLDER.resolve(file), text);
    }
    assertThat(FOLDER.resolve(file))
        .as("keys in %s; write it again with: %s", file, COMMAND)
        .content()
        .isEqualTo(text);
  }
}
