package org.outboxconnect.plugin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A connector file that is made from {@code outbox-cdc.json} by changing lines, so that order,
 * groups and blank lines are those of the base. A new key lands behind the change before it in
 * {@code variants.json}, or behind {@code tasks.max} if it is the first one.
 *
 * @param file name of the made file
 * @param changes values by key; null takes the key away
 */
record ConnectorVariant(String file, Map<String, String> changes) {

  private static final String FIRST_PLACE = "tasks.max";
  private static final Pattern LINE = Pattern.compile("( +)\"([^\"]+)\": (\".*\")(,?)");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What {@code variants.json} lists. */
  static List<ConnectorVariant> all() throws IOException {
    Map<String, LinkedHashMap<String, String>> files =
        JSON.readValue(
            ShippedFiles.path("connector-configs/variants.json").toFile(),
            new TypeReference<LinkedHashMap<String, LinkedHashMap<String, String>>>() {});
    return files.entrySet().stream()
        .map(entry -> new ConnectorVariant(entry.getKey(), entry.getValue()))
        .toList();
  }

  /**
   * Makes the text of the file.
   *
   * @throws IllegalArgumentException if a change changes nothing
   */
  String textFrom(String base) {
    List<String> lines = new ArrayList<>(base.lines().toList());
    int place = indexOf(FIRST_PLACE, lines);
    for (Map.Entry<String, String> change : changes.entrySet()) {
      int found = indexOf(change.getKey(), lines);
      if (change.getValue() == null) {
        place = requireFound(found, change.getKey()) - 1;
        lines.remove(found);
      } else if (found < 0) {
        lines.add(++place, line(lines.get(place - 1), change.getKey(), change.getValue()));
      } else {
        place = found;
        lines.set(found, changed(lines.get(found), change.getKey(), change.getValue()));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private int requireFound(int index, String key) {
    if (index < 0) {
      throw new IllegalArgumentException(
          "[%s] takes [%s] away, which the base hasn't".formatted(file, key));
    }
    return index;
  }

  private static int indexOf(String key, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("\"" + key + "\": \"")) {
        return i;
      }
    }
    return -1;
  }

  private String changed(String line, String key, String value) {
    String made = line(line, key, value);
    if (made.equals(line)) {
      throw new IllegalArgumentException(
          "[%s] sets [%s] to what the base has".formatted(file, key));
    }
    return made;
  }

  /** A line with the indent and the comma of another one, which must hold a key as well. */
  private static String line(String like, String key, String value) {
    MatchResult parts = LINE.matcher(like).results().findFirst().orElseThrow();
    return "%s%s: %s%s".formatted(parts.group(1), quoted(key), quoted(value), parts.group(4));
  }

  private static String quoted(String text) {
    try {
      return JSON.writeValueAsString(text);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
