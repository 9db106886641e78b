package org.outboxconnect.demo;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Time from the return of the commit to the return of the poll, on this JVM's one monotonic clock.
 * Counts events of the open loop that were read before the worker was killed: the early events
 * would measure how long a connector takes to start, the later ones how long a worker is away.
 * Writer threads and the consumer thread may call it at once.
 */
final class Latencies {

  private final Map<UUID, Long> commitNanos = new ConcurrentHashMap<>();
  private final Map<UUID, Long> pollNanos = new ConcurrentHashMap<>();
  private volatile boolean open;

  /** The open loop begins: what follows counts. */
  void open() {
    open = true;
  }

  void committed(UUID event, long nanos) {
    if (open) {
      commitNanos.put(event, nanos);
    }
  }

  /** The event was read for the first time. */
  void polled(UUID event, long nanos) {
    if (open) {
      pollNanos.put(event, nanos);
    }
  }

  /** The worker is being killed: what follows no longer counts. */
  void close() {
    open = false;
  }

  /**
   * Adds up what was counted, in microseconds. Pairs are matched only here: the relay may read a
   * commit from the log, and the consumer its event, before the writer's commit returns; such an
   * event counts as 0.
   */
  Histogram histogram() {
    Histogram histogram = new Histogram(3);
    pollNanos.forEach(
        (event, polled) -> {
          Long committed = commitNanos.get(event);
          if (committed != null) {
            histogram.recordValue(Math.max(0, TimeUnit.NANOSECONDS.toMicros(polled - committed)));
          }
        });
    return histogram;
  }
}
