package org.outboxconnect.bench.pipeline;

import java.util.function.LongConsumer;

/**
 * Throughput of a backlog from its first to its last event, so that the start of the connector, the
 * same on both sides, stays out of the figure.
 */
final class DrainClock implements LongConsumer {

  private long firstNanos;
  private long lastNanos;
  private long events;

  @Override
  public void accept(long sequence) {
    lastNanos = System.nanoTime();
    if (events == 0) {
      firstNanos = lastNanos;
    }
    events++;
  }

  double eventsPerSecond() {
    return (events - 1) * 1e9 / (lastNanos - firstNanos);
  }
}
