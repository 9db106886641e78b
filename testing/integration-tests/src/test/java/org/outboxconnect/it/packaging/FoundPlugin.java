package org.outboxconnect.it.packaging;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A plugin that a worker found; travels as a line of text from the child JVM to the test.
 *
 * @param location URL of the plugin's folder or jar, or {@code classpath}
 */
record FoundPlugin(String className, String version, String location) {

  private static final String MARK = "PLUGIN";
  private static final Pattern TAB = Pattern.compile("\t");

  String line() {
    return String.join("\t", MARK, className, version, location);
  }

  static Optional<FoundPlugin> ofLine(String line) {
    List<String> parts = TAB.splitAsStream(line).toList();
    return parts.get(0).equals(MARK)
        ? Optional.of(new FoundPlugin(parts.get(1), parts.get(2), parts.get(3)))
        : Optional.empty();
  }
}
