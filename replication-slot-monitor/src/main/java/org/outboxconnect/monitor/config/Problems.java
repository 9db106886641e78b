package org.outboxconnect.monitor.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what is wrong while settings are read. Not thread-safe. */
final class Problems {

  private static final int LONGEST_SHOWN = 60;

  private final List<ConfigProblem> found = new ArrayList<>();
  private final Map<String, String> variables = new LinkedHashMap<>();

  /** Remembers that a setting comes from the environment, where it has to be corrected. */
  void cameFrom(String path, String variable) {
    variables.put(path, variable);
  }

  void add(String path, String expected, String found, String hint) {
    String variable = variables.get(path);
    String place = variable == null ? path : "%s (from %s)".formatted(path, variable);
    this.found.add(new ConfigProblem(place, expected, found, hint));
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  void throwIfAny() {
    if (!isEmpty()) {
      throw new ConfigException(found);
    }
  }

  /** A text of somebody else for a message: short, in one line. */
  static String shown(String text) {
    String line = text.replaceAll("\\P{Print}", "?");
    return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
  }
}
