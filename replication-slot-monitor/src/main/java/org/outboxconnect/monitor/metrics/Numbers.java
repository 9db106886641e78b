package org.outboxconnect.monitor.metrics;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Values as numbers in base units; what is unknown stays null. */
final class Numbers {

  private static final double MILLIS = 1e3;

  private Numbers() {}

  static @Nullable Double seconds(@Nullable Duration time) {
    return time == null ? null : (Double) (time.toMillis() / MILLIS);
  }

  static @Nullable Double timestamp(@Nullable Instant time) {
    return time == null ? null : (Double) (time.toEpochMilli() / MILLIS);
  }

  static @Nullable Integer flag(@Nullable Boolean value) {
    return value == null ? null : (Integer) (value ? 1 : 0);
  }
}
