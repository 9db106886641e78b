package org.outboxconnect.bench.pipeline;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.outboxconnect.bench.pairing.VoidRunException;

/**
 * Latency from the return of commit to the return of the poll that brings the event, one clock, at
 * a rate that leaves the relay idle between events.
 *
 * <p>An open loop: each event has its moment, jittered by half an interval so that it falls into no
 * step with the relay's own polling. A run below 99 % of the rate is void.
 */
final class QuietLatency {

  private static final long INTERVAL_NANOS = Duration.ofMillis(40).toNanos();
  private static final double LEAST_SHARE_OF_RATE = 0.99;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final int events;
  private final AtomicLongArray committedNanos;
  private final Histogram nanos = new Histogram(3);

  QuietLatency(int events) {
    this.events = events;
    this.committedNanos = new AtomicLongArray(events);
  }

  /**
   * Writes and reads the events.
   *
   * @param writeOne writes one event and returns when its commit has
   * @param reader reads them
   * @param before number of events written before; sequences go on from there
   */
  void measure(WriteOne writeOne, TopicReader reader, int before) throws Exception {
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      Future<Long> lastCommit = writer.submit((Callable<Long>) () -> writeAll(writeOne));
      long[] receivedNanos = new long[events];
      reader.readUntil(
          before + events,
          TIMEOUT,
          sequence -> receivedNanos[(int) sequence - before] = System.nanoTime());
      requireRate(lastCommit.get());
      for (int i = 0; i < events; i++) {
        // The record can be here before commit has returned to its caller.
        nanos.recordValue(Math.max(0, receivedNanos[i] - committedNanos.get(i)));
      }
    } finally {
      writer.shutdownNow();
    }
  }

  double percentileMillis(double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }

  private long writeAll(WriteOne writeOne) throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < events; i++) {
      long jitter = ThreadLocalRandom.current().nextLong(INTERVAL_NANOS / 2);
      await(start + i * INTERVAL_NANOS + jitter);
      writeOne.write();
      committedNanos.set(i, System.nanoTime());
    }
    return committedNanos.get(events - 1) - start;
  }

  private static void await(long moment) {
    for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private void requireRate(long tookNanos) throws VoidRunException {
    double share = (double) events * INTERVAL_NANOS / tookNanos;
    if (share < LEAST_SHARE_OF_RATE) {
      throw new VoidRunException(
          "expected at least %.2f of the rate, found %.2f".formatted(LEAST_SHARE_OF_RATE, share));
    }
  }

  /** Writes one event in a transaction of its own. */
  interface WriteOne {
    void write() throws Exception;
  }
}
