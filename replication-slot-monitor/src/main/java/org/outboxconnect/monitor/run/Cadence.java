package org.outboxconnect.monitor.run;

import java.time.Duration;

/**
 * A fixed pace: rounds are due at the start and at whole intervals after it. What is late is left
 * out, never made up for, so that a slow server isn't asked more often than a fast one.
 */
final class Cadence {

  private final long intervalNanos;

  Cadence(Duration interval) {
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException(
          "Expected an interval above zero, found [%s]".formatted(interval));
    }
    this.intervalNanos = interval.toNanos();
  }

  /**
   * When the next round is due.
   *
   * @param due when the last one was
   * @param now when it ended, by the same clock
   */
  long next(long due, long now) {
    long missed = Math.max(0, now - due) / intervalNanos;
    return due + (missed + 1) * intervalNanos;
  }
}
