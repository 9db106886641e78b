package org.outboxconnect.monitor.command;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;

/** Numbers as people read them; what is unknown is a hyphen. */
final class Figures {

  private static final String UNKNOWN = "-";
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final double STEP = 1024;

  private Figures() {}

  static String bytes(@Nullable Long bytes) {
    if (bytes == null) {
      return UNKNOWN;
    }
    double value = bytes;
    int unit = 0;
    while (Math.abs(value) >= STEP && unit < UNITS.length - 1) {
      value /= STEP;
      unit++;
    }
    return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
  }

  static String time(@Nullable Duration time) {
    if (time == null) {
      return UNKNOWN;
    }
    if (time.toDays() > 1) {
      return "%d d %d h".formatted(time.toDays(), time.toHoursPart());
    }
    if (time.toHours() > 0) {
      return "%d h %d min".formatted(time.toHours(), time.toMinutesPart());
    }
    return time.toMinutes() > 0
        ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
        : "%d s".formatted(time.toSeconds());
  }

  /** The time to exhaustion; a word if the slot is catching up. */
  static String left(@Nullable Forecast forecast) {
    Double seconds = forecast == null ? null : forecast.timeToExhaustionSeconds();
    if (seconds == null) {
      return UNKNOWN;
    }
    return seconds.isInfinite() ? "no end" : time(Duration.ofSeconds(seconds.longValue()));
  }
}
