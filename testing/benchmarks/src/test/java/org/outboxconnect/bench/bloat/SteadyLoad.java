package org.outboxconnect.bench.bloat;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.outboxconnect.bench.event.BenchEvent;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/**
 * Events at a steady rate, in transactions of one call each, on several connections. An open loop:
 * each transaction has its moment, however long the ones before it took.
 */
final class SteadyLoad implements AutoCloseable {

  private static final int CONNECTIONS = 4;

  private final DataSource database;
  private final int batch;
  private final double eventsPerNano;
  private final OutboxWriter writer = OutboxWriter.builder().build();
  private final AtomicLong written = new AtomicLong();
  private final List<CompletableFuture<Void>> writers = new ArrayList<>();
  private final long start = System.nanoTime();
  private volatile boolean stopped;

  /** Starts writing. */
  SteadyLoad(DataSource database, int eventsPerSecond, int batch) {
    this.database = database;
    this.batch = batch;
    eventsPerNano = eventsPerSecond / 1e9;
    for (int i = 0; i < CONNECTIONS; i++) {
      int first = i;
      writers.add(Background.run("writer-" + i, () -> write(first)));
    }
  }

  private void write(int first) throws Exception {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      for (long transaction = first; !stopped; transaction += CONNECTIONS) {
        List<OutboxEvent> events =
            BenchEvent.range("Order", transaction * batch, batch).stream()
                .map(
                    event ->
                        OutboxEvent.of(
                            event.aggregateType(),
                            event.aggregateId(),
                            BenchEvent.EVENT_TYPE,
                            event.payload()))
                .toList();
        Background.await(start + (long) (transaction * batch / eventsPerNano));
        writer.appendAll(connection, events);
        connection.commit();
        written.addAndGet(batch);
      }
    }
  }

  /** Events whose commit has returned. */
  long written() {
    return written.get();
  }

  /** Events that were written so far, as a share of those that were due. */
  double shareOfRate() {
    return written.get() / ((System.nanoTime() - start) * eventsPerNano);
  }

  boolean hasFailed() {
    return writers.stream().anyMatch(CompletableFuture::isDone);
  }

  /** Stops writing, and throws what a writer threw. */
  @Override
  public void close() {
    stopped = true;
    writers.forEach(CompletableFuture::join);
  }
}
