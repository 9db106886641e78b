package org.outboxconnect.monitor.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.outboxconnect.monitor.sample.Lsn;

/**
 * The end of the server's WAL at each full minute of the last 24 hours: 1,440 steps, 11 kB. A
 * minute without a look, while the monitor was down, lies on the line between its neighbours.
 */
final class MinutePositions {

  static final int MINUTES = 1_440;

  private static final int MARKS = MINUTES + 1;
  private static final long MINUTE_MILLIS = 60_000;

  private final long[] marks = new long[MARKS];
  private long newest;
  private int size;
  private OptionalLong lastMillis = OptionalLong.empty();
  private long lastBytes;

  /** Adds a look; one that is not after the last is left out. */
  void add(Instant at, Lsn head) {
    long now = at.toEpochMilli();
    if (lastMillis.isPresent() && now <= lastMillis.getAsLong()) {
      return;
    }
    lastMillis.ifPresent(then -> mark(then, now, head.bytes()));
    lastMillis = OptionalLong.of(now);
    lastBytes = head.bytes();
  }

  private void mark(long then, long now, long bytes) {
    if (now - then > Duration.ofDays(1).toMillis()) {
      size = 0; // what a mean over days says is no load curve
      return;
    }
    double bytesPerMilli = (bytes - lastBytes) / (double) (now - then);
    for (long minute = then / MINUTE_MILLIS + 1; minute <= now / MINUTE_MILLIS; minute++) {
      long elapsed = minute * MINUTE_MILLIS - then;
      put(minute, lastBytes + Math.round(bytesPerMilli * elapsed));
    }
  }

  private void put(long minute, long bytes) {
    marks[Math.floorMod(minute, MARKS)] = bytes;
    newest = minute;
    size = Math.min(size + 1, MARKS);
  }

  /** WAL bytes of each full minute known, oldest first. */
  long[] deltas() {
    long[] deltas = new long[Math.max(0, size - 1)];
    Arrays.setAll(deltas, index -> at(first() + index + 1) - at(first() + index));
    return deltas;
  }

  /** The time of the newest full minute at which the server stood no further than here. */
  Optional<Instant> newestAtOrBefore(Lsn position) {
    for (long minute = newest; minute > newest - size; minute--) {
      if (at(minute) <= position.bytes()) {
        return Optional.of(Instant.ofEpochMilli(minute * MINUTE_MILLIS));
      }
    }
    return Optional.empty();
  }

  /** The oldest full minute known; only if there is one. */
  Optional<Instant> oldest() {
    return size == 0
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(first() * MINUTE_MILLIS));
  }

  /** Positions at the full minutes known, oldest first. */
  long[] positions() {
    long[] positions = new long[size];
    Arrays.setAll(positions, index -> at(first() + index));
    return positions;
  }

  /** Takes kept marks over; the last is where the line to the next look begins. */
  void restore(Instant oldestMinute, long[] positions) {
    long minute = oldestMinute.toEpochMilli() / MINUTE_MILLIS;
    for (long position : positions) {
      put(minute, position);
      lastMillis = OptionalLong.of(minute * MINUTE_MILLIS);
      lastBytes = position;
      minute++;
    }
  }

  private long first() {
    return newest - size + 1;
  }

  private long at(long minute) {
    return marks[Math.floorMod(minute, MARKS)];
  }
}
