package org.outboxconnect.it.monitor;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What was scraped at regular moments, as input for promtool. */
final class Scrapes {

  /** Time between two scrapes, and between two evaluations of the rules. */
  static final int SECONDS = 15;

  private static final Pattern SAMPLE =
      Pattern.compile("^([a-z_]+(?:\\{[^}]*\\})?) (\\S+)", Pattern.MULTILINE);

  private final Map<String, List<String>> series = new LinkedHashMap<>();
  private int scrapes;

  /** Adds the next scrape; a series that isn't in it has no value at this moment. */
  void add(String text) {
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      List<String> values = series.computeIfAbsent(sample.group(1), name -> new ArrayList<>());
      fill(values);
      values.add(plain(sample.group(2)));
    }
    scrapes++;
    series.values().forEach(this::fill);
  }

  private void fill(List<String> values) {
    while (values.size() < scrapes) {
      values.add("_");
    }
  }

  /** promtool's notation takes {@code 1.7E9} for a range. */
  private static String plain(String value) {
    return switch (value) {
      case "+Inf", "-Inf", "NaN" -> value;
      default -> new BigDecimal(value).toPlainString();
    };
  }

  /** Seconds from the first scrape to the newest. */
  int newest() {
    return (scrapes - 1) * SECONDS;
  }

  /** The newest value of a series; empty if the newest scrape didn't have it. */
  OptionalDouble last(String name) {
    List<String> values = series.getOrDefault(name, List.of("_"));
    String last = values.get(values.size() - 1);
    return last.equals("_") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(last));
  }

  /** Lines for {@code input_series}. */
  String asInputSeries() {
    return series.entrySet().stream()
        .map(
            entry ->
                "      - series: '%s'%n        values: '%s'%n"
                    .formatted(
                        entry.getKey().replace("'", "''"), String.join(" ", entry.getValue())))
        .collect(Collectors.joining());
  }
}
