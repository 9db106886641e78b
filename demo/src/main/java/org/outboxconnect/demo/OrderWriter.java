package org.outboxconnect.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/**
 * The service: a few threads that write orders and their events, one transaction each. An order
 * always belongs to the same thread, so its changes commit in the order of their versions, as they
 * would behind a row lock.
 */
final class OrderWriter implements AutoCloseable {

  /** Enough to keep commits that wait for the disk from holding up the rate. */
  static final int THREADS = 8;

  private final DemoDatabase database;
  private final OutboxWriter outbox;
  private final OrderTransaction transaction;
  private final Progress progress;
  private final Latencies latencies;
  private final ExecutorService threads;

  OrderWriter(DemoDatabase database, OutboxWriter outbox, DemoParts parts, Counters counters) {
    this.database = database;
    this.outbox = outbox;
    this.transaction = parts.transaction();
    this.progress = counters.progress();
    this.latencies = counters.latencies();
    this.threads = Executors.newFixedThreadPool(THREADS, DemoThreads.named("writer"));
  }

  /**
   * Starts writing the events {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @param interval between two events of all threads together: event {@code from + n} is due n
   *     intervals from now, however long the ones before it took (open loop). Zero: as fast as it
   *     goes
   */
  Writing start(int from, int to, Duration interval) {
    long startNanos = System.nanoTime();
    return new Writing(
        IntStream.range(0, THREADS)
            .<Future<?>>mapToObj(
                thread -> threads.submit(() -> write(thread, from, to, startNanos, interval)))
            .toList());
  }

  private void write(int thread, int from, int to, long startNanos, Duration interval) {
    try (Connection connection = database.connectAsService()) {
      connection.setAutoCommit(false);
      for (int number = firstOf(thread, from); number < to; number += THREADS) {
        parkUntil(startNanos + (number - from) * interval.toNanos());
        write(connection, Order.ofEvent(number));
      }
    } catch (SQLException | RuntimeException failure) {
      progress.failed(failure);
    }
  }

  private void write(Connection connection, Order order) throws SQLException {
    OutboxEvent event =
        OutboxEvent.of(Order.AGGREGATE_TYPE, order.id(), order.eventType(), order.payload());
    transaction.run(outbox, connection, order, event);
    latencies.committed(event.id(), System.nanoTime());
    progress.committed();
  }

  /** Orders are dealt out by number, and {@link Order#ORDERS} is a multiple of the threads. */
  private static int firstOf(int thread, int from) {
    return from + Math.floorMod(thread - from, THREADS);
  }

  private static void parkUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        throw new DemoException("Interrupted while writing");
      }
    }
  }

  /** Ends the threads, at once if they still write. */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
        progress.failed(new DemoException("A writer thread did not end"));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Events being written. */
  record Writing(List<Future<?>> parts) {

    Writing {
      parts = List.copyOf(parts);
    }

    boolean done() {
      return parts.stream().allMatch(Future::isDone);
    }
  }
}
