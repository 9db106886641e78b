package org.outboxconnect.it.packaging;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Connector;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;

/**
 * Main class of a child JVM: holds the keys of connector files against the ConfigDefs of Connect
 * and of the classes that they name. Connect itself ignores unknown keys without a word.
 */
final class KnownKeys {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{\\w+:[^}]+}");

  private final ClassLoader loader;
  private final String file;
  private final Map<String, String> config;

  private KnownKeys(ClassLoader loader, File file) throws IOException {
    this.loader = loader;
    this.file = file.getName();
    this.config =
        new ObjectMapper()
            .convertValue(
                new ObjectMapper().readTree(file).path("config"),
                new TypeReference<TreeMap<String, String>>() {});
    config.replaceAll((key, value) -> REFERENCE.matcher(value).replaceAll("5432"));
  }

  /**
   * Prints {@code BAD file key: reason} for each key that nobody declares or whose value is
   * refused, and for each file how many keys were checked.
   *
   * @param args plugin path, connector files
   */
  public static void main(String[] args) throws ReflectiveOperationException, IOException {
    ClassLoader loader = new WorkerPlugins(args[0], "service_load").loader();
    for (String file : List.of(args).subList(1, args.length)) {
      new KnownKeys(loader, new File(file)).print();
    }
  }

  private void print() throws ReflectiveOperationException {
    Connector connector = (Connector) instance("connector.class");
    ConfigDef connects = connects();
    check("", connector.config(), key -> connects.names().contains(key) || isFrameworkKey(key));
    check("", connects, key -> !connects.names().contains(key));
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
    System.out.println("CHECKED " + file + " " + config.size());
  }

  /** What Connect takes of any source connector; by reflection, see {@link WorkerPlugins}. */
  private static ConfigDef connects() throws ReflectiveOperationException {
    return (ConfigDef)
        Class.forName("org.apache.kafka.connect.runtime.SourceConnectorConfig")
            .getMethod("configDef")
            .invoke(null);
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
        .forEach(key -> bad(prefix + key, "nobody declares it"));
    if (declared.names().contains("name")) {
      values.put("name", "outbox"); // stands beside the config
    }
    declared
        .validateAll(values)
        .forEach((key, value) -> value.errorMessages().forEach(error -> bad(prefix + key, error)));
  }

  private void bad(String key, String reason) {
    System.out.println("BAD " + file + " " + key + ": " + reason);
  }

  /** Groups of keys that Connect takes, and whose names depend on the configuration. */
  private boolean isFrameworkKey(String key) {
    if (key.startsWith("producer.override.")) {
      return ProducerConfig.configNames().contains(key.substring("producer.override.".length()));
    }
    return key.matches(
        "(transforms|predicates)\\..*"
            + "|topic\\.creation\\.\\w+\\.(include|partitions|replication\\.factor|retention\\.ms)");
  }

  private Object instance(String classKey) throws ReflectiveOperationException {
    Class<?> plugin = Class.forName(config.get(classKey), true, loader);
    // Defaults that are class names are looked up there, in a worker too.
    Thread.currentThread().setContextClassLoader(plugin.getClassLoader());
    return plugin.getConstructor().newInstance();
  }
}
