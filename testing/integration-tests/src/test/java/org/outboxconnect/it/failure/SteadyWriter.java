package org.outboxconnect.it.failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/** Writes transactions of a few events at a steady rate. On a thread of its own. */
final class SteadyWriter implements AutoCloseable {

  private static final int AGGREGATES = 20;
  private static final int EVENTS = 10; // of a transaction

  private final Connection service;
  private final String aggregateType;
  private final long pauseNanos;
  private final OutboxWriter writer = OutboxWriter.builder().build();
  private final List<UUID> committed = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "steady-writer");
  private final long start = System.nanoTime();
  private volatile boolean closing;
  private volatile Exception failure;

  private SteadyWriter(Connection service, String aggregateType, int perSecond) {
    this.service = service;
    this.aggregateType = aggregateType;
    this.pauseNanos = EVENTS * Duration.ofSeconds(1).toNanos() / perSecond;
  }

  /**
   * Starts writing.
   *
   * @param service closed by this writer
   */
  static SteadyWriter start(Connection service, String aggregateType, int perSecond) {
    SteadyWriter writer = new SteadyWriter(service, aggregateType, perSecond);
    writer.thread.start();
    return writer;
  }

  private void run() {
    try (service) {
      for (long moment = start; !closing; moment += pauseNanos) {
        LockSupport.parkNanos(moment - System.nanoTime());
        writeOnce();
      }
    } catch (SQLException | RuntimeException e) {
      failure = e; // or the test would take what was written before for all of it
    }
  }

  private void writeOnce() throws SQLException {
    List<OutboxEvent> events = new ArrayList<>();
    for (int i = 0; i < EVENTS; i++) {
      int number = committed.size() + i;
      events.add(
          OutboxEvent.of(
              aggregateType,
              Integer.toString(number % AGGREGATES),
              "Counted",
              "{\"n\": %d}".formatted(number)));
    }
    writer.appendAll(service, events);
    service.commit();
    synchronized (this) {
      events.forEach(event -> committed.add(event.id()));
    }
  }

  /** Stops writing, and gives the ids in the order of their commit. */
  List<UUID> stop() throws Exception {
    close();
    if (thread.isAlive()) {
      throw new IllegalStateException("The writer hangs in a call of the database");
    }
    if (failure != null) {
      throw failure;
    }
    return committed();
  }

  synchronized List<UUID> committed() {
    return List.copyOf(committed);
  }

  /** Events per second since the start. */
  double rate() {
    return committed().size() * 1e9 / (System.nanoTime() - start);
  }

  @Override
  public void close() {
    closing = true;
    Threads.awaitEnd(thread);
  }
}
