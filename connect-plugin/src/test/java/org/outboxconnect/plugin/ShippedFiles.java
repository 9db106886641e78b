package org.outboxconnect.plugin;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the configuration and deployment files of the repository. */
final class ShippedFiles {

  private static final Path ROOT = Path.of(System.getProperty("outbox.root"));

  private ShippedFiles() {}

  static Path path(String file) {
    return ROOT.resolve(file);
  }

  static JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(path(file).toFile());
  }

  /** The only document of a YAML file. */
  static JsonNode yaml(String file) throws IOException {
    try (var documents =
        new YAMLMapper().readerFor(JsonNode.class).readValues(path(file).toFile())) {
      JsonNode document = (JsonNode) documents.nextValue();
      if (documents.hasNextValue()) {
        throw new IOException("[%s] holds more than one document".formatted(file));
      }
      return document;
    }
  }

  /** The keys of the connector JSON in the order of the file. */
  static Map<String, String> connectorConfig() throws IOException {
    return connectorConfig("outbox-cdc.json");
  }

  /** The keys of another connector JSON in the order of the file. */
  static Map<String, String> connectorConfig(String file) throws IOException {
    return texts(json("connector-configs/" + file).path("config"));
  }

  /** Names of all connector JSON files, the base first. */
  static List<String> connectors() throws IOException {
    return Stream.concat(
            Stream.of("outbox-cdc.json"),
            ConnectorVariant.all().stream().map(ConnectorVariant::file))
        .toList();
  }

  /** The members of a flat object; fails if one isn't a text. */
  static Map<String, String> texts(JsonNode object) {
    Map<String, Object> members =
        new ObjectMapper()
            .convertValue(object, new TypeReference<LinkedHashMap<String, Object>>() {});
    members.forEach(
        (key, value) -> {
          if (!(value instanceof String)) {
            throw new AssertionError("[%s] is no text".formatted(key));
          }
        });
    return new ObjectMapper()
        .convertValue(object, new TypeReference<LinkedHashMap<String, String>>() {});
  }

  static Map<String, String> properties(String file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(path(file))) {
      properties.load(reader);
    }
    Map<String, String> sorted = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> sorted.put(key, properties.getProperty(key)));
    return sorted;
  }
}
