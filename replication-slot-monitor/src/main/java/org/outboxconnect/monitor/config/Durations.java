package org.outboxconnect.monitor.config;

import static java.util.Objects.requireNonNull;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 500ms}, {@code 15s}, {@code 1d}, or in ISO 8601. */
public final class Durations {

  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private Durations() {}

  /** Reads a duration; null if the text is none. */
  public static @Nullable Duration parse(String text) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text);
    if (matcher.matches()) {
      return requireNonNull(UNITS.get(matcher.group(2)))
          .multipliedBy(Long.parseLong(matcher.group(1)));
    }
    try {
      return Duration.parse(text);
    } catch (DateTimeException | ArithmeticException noDuration) {
      return null;
    }
  }

  /** The shortest way to write it. */
  static String text(Duration time) {
    return UNITS.entrySet().stream()
        .filter(unit -> time.toMillis() % unit.getValue().toMillis() == 0)
        .max(Map.Entry.comparingByValue())
        .map(unit -> time.toMillis() / unit.getValue().toMillis() + unit.getKey())
        .orElseThrow();
  }

  static Duration required(String text) {
    return requireNonNull(parse(text), text);
  }
}
