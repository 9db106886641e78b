package org.outboxconnect.monitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text format of OpenMetrics 1.0, and fails at what it forbids: a family that comes twice
 * or is interleaved, metadata after samples, suffixes that the type doesn't have, a unit that the
 * name doesn't end with, a state set without its label, a missing end.
 */
final class OpenMetricsText {

  private static final Pattern METADATA = Pattern.compile("# (TYPE|UNIT|HELP) ([a-z_]+) (.*)");
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-z_]+)(?:\\{((?:[a-z_]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)*)})? (\\S+)");
  private static final Pattern LABEL =
      Pattern.compile("([a-z_]+)=\"((?:[^\"\\\\\\n]|\\\\[\\\\\"n])*)\"(?:,|$)");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(Inf|\\d+(\\.\\d+)?([eE][+-]?\\d+)?)");
  private static final Map<String, String> SUFFIX =
      Map.of("counter", "_total", "info", "_info", "gauge", "", "stateset", "");

  /**
   * One line with a value.
   *
   * @param name name of the series
   * @param labels by name
   * @param value as written
   */
  record Sample(String name, Map<String, String> labels, String value) {}

  private final List<Sample> samples = new ArrayList<>();
  private final Map<String, Map<String, String>> metadata = new LinkedHashMap<>();
  private final Set<String> series = new HashSet<>();
  private String family = "";

  static List<Sample> parse(String text) {
    assertThat(text).endsWith("\n# EOF\n").doesNotContain("\r");
    OpenMetricsText parser = new OpenMetricsText();
    text.lines().filter(line -> !line.equals("# EOF")).forEach(parser::line);
    return parser.samples;
  }

  private void line(String line) {
    if (line.startsWith("#")) {
      metadata(line);
    } else {
      sample(line);
    }
  }

  private void metadata(String line) {
    Matcher matcher = METADATA.matcher(line);
    assertThat(matcher.matches()).as("metadata line [%s]", line).isTrue();
    String name = matcher.group(2);
    if (!name.equals(family)) {
      assertThat(metadata).as("families that came before [%s]", line).doesNotContainKey(name);
      family = name;
    }
    boolean first =
        metadata
                .computeIfAbsent(name, any -> new LinkedHashMap<>())
                .put(matcher.group(1), matcher.group(3))
            == null;
    assertThat(first).as("said once: [%s]", line).isTrue();
    assertThat(samples)
        .as("metadata before samples of [%s]", line)
        .noneMatch(sample -> isOf(sample, name));
    if (matcher.group(1).equals("UNIT")) {
      assertThat(name).as("name with its unit").endsWith("_" + matcher.group(3));
    }
  }

  private static boolean isOf(Sample sample, String family) {
    return SUFFIX.values().stream().anyMatch(suffix -> sample.name().equals(family + suffix));
  }

  private void sample(String line) {
    Matcher matcher = SAMPLE.matcher(line);
    assertThat(matcher.matches()).as("sample line [%s]", line).isTrue();
    Sample sample = new Sample(matcher.group(1), labels(matcher.group(2)), matcher.group(3));
    check(sample);
    samples.add(sample);
  }

  private void check(Sample sample) {
    Map<String, String> known = metadata.getOrDefault(family, Map.of());
    String type = known.getOrDefault("TYPE", "none");
    assertThat(SUFFIX).as("type of [%s]", family).containsKey(type);
    assertThat(sample.name())
        .as("name in family [%s]", family)
        .isEqualTo(family + SUFFIX.get(type));
    assertThat(known.get("HELP")).as("help of [%s]", family).isNotBlank();
    assertThat(sample.value()).as("value of %s", sample).matches(NUMBER);
    assertThat(series.add(sample.name() + sample.labels())).as("comes once: %s", sample).isTrue();
    switch (type) {
      case "stateset" -> {
        assertThat(sample.labels()).containsKey(family);
        assertThat(sample.value()).isIn("0", "1");
      }
      case "info" -> assertThat(sample.value()).isEqualTo("1");
      case "counter" -> assertThat(Double.parseDouble(sample.value())).isNotNegative();
      default -> assertThat(sample.name()).doesNotEndWith("_total").doesNotEndWith("_info");
    }
  }

  private static Map<String, String> labels(String text) {
    Map<String, String> labels = new LinkedHashMap<>();
    if (text != null) {
      LABEL.matcher(text).results().forEach(label -> labels.put(label.group(1), label.group(2)));
    }
    return labels;
  }
}
