package org.outboxconnect.monitor.alert;

import java.time.Duration;

/**
 * How long to wait after so many failures in a row: twice as long each time, up to a limit.
 *
 * @param first after the first failure
 * @param longest limit
 */
record Backoff(Duration first, Duration longest) {

  private static final int MOST_DOUBLINGS = 30;

  static final Backoff USUAL = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(5));

  Duration after(int failures) {
    Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return doubled.compareTo(longest) > 0 ? longest : doubled;
  }
}
