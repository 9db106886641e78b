package org.outboxconnect.monitor.page;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.outboxconnect.monitor.forecast.Limit;
import org.outboxconnect.monitor.verdict.Judgement;

/** Numbers as people read them: rounded, with units. */
final class Human {

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final int STEP = 1_024;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm:ss 'UTC'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final double MILLIS = 1e3;
  private static final long MANY_DAYS = 10;

  private Human() {}

  static String bytes(long bytes) {
    return bytes((double) bytes);
  }

  static String bytes(double bytes) {
    double value = Math.abs(bytes);
    int unit = 0;
    while (value >= STEP && unit < UNITS.length - 1) {
      value /= STEP;
      unit++;
    }
    String format = unit == 0 || value >= 10 ? "%.0f %s" : "%.1f %s";
    return (bytes < 0 ? "−" : "") + String.format(Locale.ROOT, format, value, UNITS[unit]);
  }

  static String time(Duration time) {
    if (time.compareTo(Duration.ofSeconds(10)) < 0) {
      double seconds = time.toMillis() / MILLIS;
      return seconds == Math.rint(seconds)
          ? String.format(Locale.ROOT, "%.0f s", seconds)
          : String.format(Locale.ROOT, "%.1f s", seconds);
    }
    if (time.compareTo(Duration.ofMinutes(2)) < 0) {
      return "%d s".formatted(time.toSeconds());
    }
    if (time.compareTo(Duration.ofHours(1)) < 0) {
      return "%d min".formatted(time.toMinutes());
    }
    if (time.compareTo(Duration.ofDays(1)) < 0) {
      return two(time.toHours(), "h", time.toMinutesPart(), "min");
    }
    return time.toDays() < MANY_DAYS
        ? two(time.toDays(), "d", time.toHoursPart(), "h")
        : count(time.toDays()) + " d";
  }

  private static String two(long large, String unit, int small, String smallUnit) {
    return small == 0
        ? "%d %s".formatted(large, unit)
        : "%d %s %d %s".formatted(large, unit, small, smallUnit);
  }

  /** A finite number of seconds; more than a Duration can hold is cut off there. */
  static String seconds(double seconds) {
    return time(Duration.ofMillis(Math.round(seconds * MILLIS)));
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  static String moment(Instant moment) {
    return TIME.format(moment);
  }

  /** Noun and number: {@code 1 slot}, {@code 2 slots}. */
  static String several(long count, String noun) {
    return count == 1 ? "1 " + noun : "%s %ss".formatted(count(count), noun);
  }

  static String limit(Limit limit) {
    return switch (limit) {
      case SLOT_KEEP_SIZE -> "max_slot_wal_keep_size";
      case WAL_VOLUME -> "the WAL volume";
      case IDLE_TIMEOUT -> "idle_replication_slot_timeout";
      case PROVIDER_RULE -> "the provider’s rule";
    };
  }

  /** A number with the unit that its name ends with: {@code confirmed lag 1.2 GiB}. */
  static String evidence(Judgement.Evidence evidence) {
    String name = evidence.name();
    double value = evidence.value();
    if (name.endsWith("_bytes")) {
      return words(name, "_bytes") + " " + bytes(value);
    }
    if (name.endsWith("_seconds")) {
      return words(name, "_seconds") + " " + seconds(value);
    }
    return words(name, "") + " " + count(Math.round(value));
  }

  private static String words(String name, String unit) {
    return name.substring(0, name.length() - unit.length()).replace('_', ' ');
  }

  /** First letter in upper case, underscores as blanks: {@code No consumer}. */
  static String sentenceCase(String label) {
    String words = label.replace('_', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
