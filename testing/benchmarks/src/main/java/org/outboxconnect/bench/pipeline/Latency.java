package org.outboxconnect.bench.pipeline;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.Histogram;
import org.outboxconnect.bench.pairing.VoidRunException;

/**
 * Latency from the return of commit to the return of the poll that brings the event, one clock, at
 * a steady rate of transactions with one event each.
 *
 * <p>An open loop: each event has its moment, jittered by half an interval so that it falls into no
 * step with the relay's own polling. A run below 99 % of the rate is void.
 */
final class Latency {

  private static final double LEAST_SHARE_OF_RATE = 0.99;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final int events;
  private final long intervalNanos;
  private final AtomicLongArray committedNanos;
  private final Histogram nanos = new Histogram(3);

  Latency(int events, int perSecond) {
    this.events = events;
    this.intervalNanos = Duration.ofSeconds(1).toNanos() / perSecond;
    this.committedNanos = new AtomicLongArray(events);
  }

  /**
   * Writes and reads the events.
   *
   * @param writers each writes on a thread of its own
   * @param reader reads them
   * @param before number of events written before; sequences go on from there
   */
  void measure(List<Writer> writers, TopicReader reader, int before) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(writers.size());
    try {
      long start = System.nanoTime();
      List<Future<?>> written = new ArrayList<>();
      for (int i = 0; i < writers.size(); i++) {
        written.add(threads.submit(share(writers, i, before, start)));
      }
      long[] receivedNanos = new long[events];
      reader.readUntil(
          before + events,
          TIMEOUT,
          sequence -> receivedNanos[(int) sequence - before] = System.nanoTime());
      for (Future<?> share : written) {
        share.get();
      }
      requireRate(start);
      for (int i = 0; i < events; i++) {
        // The record can be here before commit has returned to its caller.
        nanos.recordValue(Math.max(0, receivedNanos[i] - committedNanos.get(i)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The events of one writer: every n-th. */
  private Callable<Void> share(List<Writer> writers, int writer, int before, long start) {
    return () -> {
      for (int i = writer; i < events; i += writers.size()) {
        long jitter = ThreadLocalRandom.current().nextLong(intervalNanos / 2);
        Moment.await(start + i * intervalNanos + jitter);
        writers.get(writer).write(before + i);
        committedNanos.set(i, System.nanoTime());
      }
      return null;
    };
  }

  double percentileMillis(double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }

  private void requireRate(long start) throws VoidRunException {
    long last = start;
    for (int i = 0; i < events; i++) {
      last = Math.max(last, committedNanos.get(i));
    }
    double share = (double) events * intervalNanos / (last - start);
    if (share < LEAST_SHARE_OF_RATE) {
      throw new VoidRunException(
          "expected at least %.2f of the rate, found %.2f".formatted(LEAST_SHARE_OF_RATE, share));
    }
  }

  /** Writes one event in a transaction of its own. */
  interface Writer {
    void write(int sequence) throws Exception;
  }
}
