package org.outboxconnect.it.packaging;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Connector;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;

/**
 * Main class of a child JVM: holds the keys of a connector file against the ConfigDefs of the
 * classes that it names. Connect itself ignores unknown keys without a word.
 */
final class KnownKeys {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{\\w+:[^}]+}");

  private final ClassLoader loader;
  private final Map<String, String> config;

  private KnownKeys(ClassLoader loader, Map<String, String> config) {
    this.loader = loader;
    this.config = config;
  }

  /**
   * Prints {@code BAD key: reason} for each key that nobody declares or whose value is refused, and
   * how many keys were checked.
   *
   * @param args plugin path, connector file
   */
  public static void main(String[] args) throws ReflectiveOperationException, IOException {
    Map<String, String> config =
        new ObjectMapper()
            .convertValue(
                new ObjectMapper().readTree(new File(args[1])).path("config"),
                new TypeReference<TreeMap<String, String>>() {});
    config.replaceAll((key, value) -> REFERENCE.matcher(value).replaceAll("5432"));
    new KnownKeys(new WorkerPlugins(args[0], "service_load").loader(), config).print();
  }

  private void print() throws ReflectiveOperationException {
    Connector connector = (Connector) instance("connector.class");
    check("", connector.config(), this::isFrameworkKey);
    for (String alias : config.get("transforms").split(",", -1)) {
      String prefix = "transforms." + alias + ".";
      Transformation<?> smt = (Transformation<?>) instance(prefix + "type");
      check(prefix, smt.config(), key -> key.equals("type") || key.equals("predicate"));
    }
    for (String alias : config.get("predicates").split(",", -1)) {
      String prefix = "predicates." + alias + ".";
      Predicate<?> predicate = (Predicate<?>) instance(prefix + "type");
      check(prefix, predicate.config(), key -> key.equals("type"));
    }
    System.out.println("CHECKED " + config.size());
  }

  private void check(
      String prefix, ConfigDef declared, java.util.function.Predicate<String> framework) {
    Map<String, String> values = new TreeMap<>();
    config.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            values.put(key.substring(prefix.length()), value);
          }
        });
    values.keySet().removeIf(framework);
    values.keySet().stream()
        .filter(key -> !declared.names().contains(key))
        .forEach(key -> System.out.println("BAD " + prefix + key + ": nobody declares it"));
    declared
        .validateAll(values)
        .forEach(
            (key, value) ->
                value
                    .errorMessages()
                    .forEach(error -> System.out.println("BAD " + prefix + key + ": " + error)));
  }

  /** What Connect takes before the connector sees it. */
  private boolean isFrameworkKey(String key) {
    if (key.startsWith("producer.override.")) {
      return ProducerConfig.configNames().contains(key.substring("producer.override.".length()));
    }
    return key.matches(
        "connector\\.class|tasks\\.max|(key|value|header)\\.converter|errors\\.tolerance"
            + "|(transforms|predicates)(\\..*)?|topic\\.creation\\.groups"
            + "|topic\\.creation\\.\\w+\\.(include|partitions|replication\\.factor|retention\\.ms)");
  }

  private Object instance(String classKey) throws ReflectiveOperationException {
    Class<?> plugin = Class.forName(config.get(classKey), true, loader);
    // Defaults that are class names are looked up there, in a worker too.
    Thread.currentThread().setContextClassLoader(plugin.getClassLoader());
    return plugin.getConstructor().newInstance();
  }
}
