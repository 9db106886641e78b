package org.outboxconnect.monitor.history;

import java.time.Instant;
import java.util.Optional;
import org.outboxconnect.monitor.sample.Lsn;

/**
 * Where the server stood at the latest looks: a ring of (time, position). Four hours at one look in
 * 15 seconds take 16 kB.
 */
final class RecentPositions {

  private static final int LOOKS = 960;

  private final long[] millis = new long[LOOKS];
  private final long[] positions = new long[LOOKS];
  private int next;
  private int size;

  void add(Instant at, Lsn position) {
    millis[next] = at.toEpochMilli();
    positions[next] = position.bytes();
    next = (next + 1) % LOOKS;
    size = Math.min(size + 1, LOOKS);
  }

  /** The time of the newest look at which the server stood no further than here. */
  Optional<Instant> newestAtOrBefore(Lsn position) {
    for (int back = 1; back <= size; back++) {
      int index = Math.floorMod(next - back, LOOKS);
      if (positions[index] <= position.bytes()) {
        return Optional.of(Instant.ofEpochMilli(millis[index]));
      }
    }
    return Optional.empty();
  }
}
