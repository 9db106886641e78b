package org.outboxconnect.monitor.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value and since when it has been so, by the monitor's clock and looks.
 *
 * @param value what was seen last; null is a value like any other
 * @param since the first look of the present run that saw it
 * @param <T> its type
 */
record LastChange<T>(@Nullable T value, Instant since) {

  static <T> LastChange<T> next(@Nullable LastChange<T> before, @Nullable T value, Instant now) {
    return before != null && Objects.equals(before.value, value)
        ? before
        : new LastChange<>(value, now);
  }

  Duration age(Instant now) {
    return Duration.between(since, now);
  }
}
