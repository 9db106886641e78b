package org.outboxconnect.monitor.config;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sizes in bytes; {@code GB} is a power of ten, {@code GiB} one of two. */
final class Sizes {

  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("(\\d{1,18})\\s?(B|kB|MB|GB|TB|KiB|MiB|GiB|TiB)?");

  private static final Map<String, Long> UNITS =
      Map.of(
          "B", 1L,
          "kB", 1_000L,
          "MB", 1_000_000L,
          "GB", 1_000_000_000L,
          "TB", 1_000_000_000_000L,
          "KiB", 1L << 10,
          "MiB", 1L << 20,
          "GiB", 1L << 30,
          "TiB", 1L << 40);

  private Sizes() {}

  static @Nullable Long parse(String text) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    String unit = matcher.group(2) == null ? "B" : matcher.group(2);
    try {
      long bytes =
          Math.multiplyExact(Long.parseLong(matcher.group(1)), requireNonNull(UNITS.get(unit)));
      return bytes > 0 ? bytes : null;
    } catch (ArithmeticException tooLarge) {
      return null;
    }
  }

  /** The shortest way to write it in powers of two. */
  static String text(long bytes) {
    return UNITS.entrySet().stream()
        .filter(unit -> unit.getKey().endsWith("iB") || unit.getValue() == 1)
        .filter(unit -> bytes % unit.getValue() == 0)
        .max(Map.Entry.comparingByValue())
        .map(unit -> bytes / unit.getValue() + unit.getKey())
        .orElseThrow();
  }
}
