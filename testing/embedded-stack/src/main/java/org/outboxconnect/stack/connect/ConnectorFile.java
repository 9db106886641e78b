package org.outboxconnect.stack.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.outboxconnect.stack.process.StackException;

/**
 * A connector file of the form {@code {"name": …, "config": {…}}}, as it is shipped, with the few
 * changes that a test needs. Immutable.
 */
public final class ConnectorFile {

  /** Where packaged configurations expect the secrets. */
  static final String PACKAGED_SECRETS = "/etc/outbox/secrets";

  private final String name;
  private final Map<String, String> config;

  private ConnectorFile(String name, Map<String, String> config) {
    this.name = name;
    this.config = new LinkedHashMap<>(config);
  }

  /**
   * Reads a file.
   *
   * @throws StackException if it is missing or has another form
   */
  public static ConnectorFile read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (Exception failure) {
      throw new StackException("Cannot read connector file [%s]".formatted(file), failure);
    }
  }

  /**
   * Reads the text of a file.
   *
   * @throws StackException if it has another form
   */
  public static ConnectorFile parse(String json) {
    JsonNode root = Json.parse(json);
    if (!root.path("name").isTextual() || !root.path("config").isObject()) {
      throw new StackException(
          "Expected a connector of the form {\"name\": …, \"config\": {…}}, found members "
              + Json.members(root));
    }
    return of(root.get("name").asText(), root.get("config"));
  }

  /** Of a configuration as the REST API shows it. */
  public static ConnectorFile of(String name, JsonNode config) {
    Map<String, String> values = new LinkedHashMap<>();
    config.properties().forEach(e -> values.put(e.getKey(), e.getValue().asText()));
    return new ConnectorFile(name, values);
  }

  /** The connector's name. */
  public String name() {
    return name;
  }

  /** All keys, in the order of the file. */
  public Set<String> keys() {
    return Collections.unmodifiableSet(config.keySet());
  }

  /** The value of a key. */
  public String value(String key) {
    String value = config.get(key);
    if (value == null) {
      throw new StackException("Connector [%s] has no key [%s]".formatted(name, key));
    }
    return value;
  }

  /** The same connector under another name. */
  public ConnectorFile named(String other) {
    return new ConnectorFile(other, config);
  }

  /** Sets or replaces a key. */
  public ConnectorFile with(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(config);
    changed.put(key, value);
    return new ConnectorFile(name, changed);
  }

  /** Leaves a key out. */
  public ConnectorFile without(String key) {
    Map<String, String> changed = new LinkedHashMap<>(config);
    changed.remove(key);
    return new ConnectorFile(name, changed);
  }

  /** Reads secrets from this folder instead of {@code /etc/outbox/secrets}. */
  public ConnectorFile secretsFolder(Path folder) {
    Map<String, String> changed = new LinkedHashMap<>(config);
    changed.replaceAll((key, value) -> value.replace(PACKAGED_SECRETS, folder.toString()));
    return new ConnectorFile(name, changed);
  }

  /** The whole file as it is POSTed to {@code /connectors}. */
  public String json() {
    ObjectNode root = Json.object();
    root.put("name", name);
    root.set("config", Json.object(config));
    return root.toString();
  }

  /** The {@code config} object alone, as it is PUT or validated. */
  public String configJson() {
    return Json.object(config).toString();
  }
}
