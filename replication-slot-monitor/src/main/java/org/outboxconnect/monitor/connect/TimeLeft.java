package org.outboxconnect.monitor.connect;

import java.time.Duration;

/**
 * How long something may still take.
 *
 * @param endNanos when it is over, by {@link System#nanoTime}
 */
record TimeLeft(long endNanos) {

  static TimeLeft of(Duration time) {
    return new TimeLeft(System.nanoTime() + time.toNanos());
  }

  /** Never negative. */
  long nanos() {
    return Math.max(0, endNanos - System.nanoTime());
  }

  boolean isOver() {
    return nanos() == 0;
  }

  /** No longer than this from now on, and no longer than before. */
  TimeLeft atMost(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return end - endNanos < 0 ? new TimeLeft(end) : this;
  }
}
