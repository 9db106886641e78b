package org.outboxconnect.monitor.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.outboxconnect.monitor.sample.ServerSample;

/**
 * Samples in scenes, as lines of a text file: of each sample only what differs from the one before,
 * tab-separated, a leading minus for what is gone. {@code scene} begins a scene, {@code anew} a
 * server of which nothing is known yet.
 */
final class Recording {

  static final String FILE = "operation.txt";
  private static final String SCENE = "scene ";
  private static final String ANEW = "anew";
  private static final String COMMENT = "#";

  private Recording() {}

  /**
   * One sample of a scene.
   *
   * @param scene its name
   * @param anew whether nothing of the server is known yet
   */
  record Take(String scene, boolean anew, ServerSample sample) {}

  /** Writes lines. */
  static final class Writer {

    private final List<String> lines = new ArrayList<>();
    private Map<String, String> last = Map.of();

    Writer(String... header) {
      for (String line : header) {
        lines.add(COMMENT + " " + line);
      }
    }

    void scene(String name, boolean anew) {
      if (anew) {
        lines.add(ANEW);
        last = Map.of();
      }
      lines.add(SCENE + name);
    }

    void add(Map<String, String> sample) {
      List<String> changes = new ArrayList<>();
      sample.forEach(
          (key, value) -> {
            if (!value.equals(last.get(key))) {
              changes.add(key + "=" + value);
            }
          });
      last.keySet().stream()
          .filter(key -> !sample.containsKey(key))
          .forEach(key -> changes.add("-" + key));
      lines.add(String.join("\t", changes));
      last = new LinkedHashMap<>(sample);
    }

    String text() {
      return String.join("\n", lines) + "\n";
    }
  }

  /** Reads the committed recording. */
  static List<Take> read() {
    try (var file = Recording.class.getResourceAsStream(FILE)) {
      return read(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static List<Take> read(String text) {
    List<Take> takes = new ArrayList<>();
    Map<String, String> flat = new TreeMap<>();
    String scene = "";
    boolean anew = true;
    for (String line : text.lines().toList()) {
      if (line.equals(ANEW)) {
        anew = true;
        flat.clear();
      } else if (line.startsWith(SCENE)) {
        scene = line.substring(SCENE.length());
      } else if (!line.startsWith(COMMENT)) {
        change(flat, line);
        takes.add(new Take(scene, anew, FlatRecord.read(flat, ServerSample.class)));
        anew = false;
      }
    }
    return takes;
  }

  private static void change(Map<String, String> flat, String line) {
    for (String field : line.split("\t", -1)) {
      int equals = field.indexOf('=');
      if (field.startsWith("-")) {
        flat.remove(field.substring(1));
      } else {
        flat.put(field.substring(0, equals), field.substring(equals + 1));
      }
    }
  }
}
