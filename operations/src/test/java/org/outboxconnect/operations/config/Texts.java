package org.outboxconnect.operations.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.connect.transforms.Transformation;

/** Connector files and worker lines for tests, and how to change them. */
final class Texts {

  static final Path ROOT = Path.of(System.getProperty("outbox.root"));

  private static final Path CONNECTOR = ROOT.resolve("connector-configs/outbox-cdc.json");
  private static final Path WORKER = ROOT.resolve("connector-configs/worker.properties");

  private Texts() {}

  /**
   * A connector file and worker lines.
   *
   * @param connector keys of the connector
   * @param worker properties of the worker
   */
  record Both(Map<String, String> connector, Map<String, String> worker) {

    List<Finding> check() {
      return ConnectorCheck.check(json(connector), worker);
    }
  }

  /**
   * The packaged file and lines, changed by edits that {@code |} separates: {@code key=value},
   * {@code -key}, each with {@code worker:} before it for the worker's lines.
   */
  static Both edited(String edits) {
    Both both = new Both(goodConnector(), properties(WORKER));
    for (String edit : edits.split(" \\| ", -1)) {
      boolean ofWorker = edit.startsWith("worker:");
      apply(
          edit.substring(ofWorker ? "worker:".length() : 0),
          ofWorker ? both.worker() : both.connector());
    }
    return both;
  }

  /** A connector, changed by edits of the same form. */
  static Map<String, String> edited(Map<String, String> connector, String edits) {
    Map<String, String> changed = new LinkedHashMap<>(connector);
    for (String edit : edits.split(" \\| ", -1)) {
      apply(edit, changed);
    }
    return changed;
  }

  private static void apply(String edit, Map<String, String> settings) {
    if (edit.startsWith("-")) {
      settings.remove(edit.substring(1));
    } else if (!edit.isEmpty()) {
      String[] parts = edit.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
  }

  static Map<String, String> goodConnector() {
    return new LinkedHashMap<>(ConnectorFile.parse(read(CONNECTOR)).config());
  }

  static String resource(String name) {
    try (InputStream stream = Texts.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(stream, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Map<String, String> properties(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> lines = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(key -> lines.put(key, properties.getProperty(key)));
    return lines;
  }

  /** Our transformations on the class path, those that are built. */
  static List<Transformation<?>> ourTransformations() {
    List<Transformation<?>> found = new ArrayList<>();
    instances(Transformation.class)
        .filter(plugin -> plugin.getClass().getName().startsWith("org.outboxconnect."))
        .forEach(plugin -> found.add((Transformation<?>) plugin));
    return found;
  }

  /** As objects, because a class literal has no type arguments. */
  private static <T> Stream<Object> instances(Class<T> type) {
    return ServiceLoader.load(type).stream().map(provider -> (Object) provider.get());
  }

  /** As Connect's REST API takes it. */
  static String json(Map<String, String> config) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
      generator.writeStartObject();
      generator.writeStringField("name", "outbox");
      generator.writeObjectFieldStart("config");
      for (Map.Entry<String, String> entry : config.entrySet()) {
        generator.writeStringField(entry.getKey(), entry.getValue());
      }
      generator.writeEndObject();
      generator.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
