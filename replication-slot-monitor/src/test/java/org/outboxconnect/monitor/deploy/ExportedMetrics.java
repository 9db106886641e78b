package org.outboxconnect.monitor.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of what the monitor exports, and of what an expression asks for. */
final class ExportedMetrics {

  /** Each line begins with a name. */
  private static final String LIST = "exported-metrics.txt";

  /** Not a recorded name, which has a colon. */
  private static final Pattern NAME = Pattern.compile("(?<![\\w:])outbox_\\w+(?![\\w:])");

  private ExportedMetrics() {}

  /** Names as in the text format. */
  static Set<String> names() {
    try (InputStream list = ExportedMetrics.class.getResourceAsStream(LIST)) {
      return new String(list.readAllBytes(), UTF_8)
          .lines()
          .map(line -> line.replaceFirst(" .*", ""))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names in an expression; the label of a state set is named as its metric. */
  static Set<String> in(String expression) {
    return NAME.matcher(expression)
        .results()
        .map(found -> found.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
