package org.outboxconnect.bench.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.outboxconnect.bench.event.BenchEvent;
import org.outboxconnect.client.OutboxEvent;

/**
 * Transactions of one call each, on a connection of its own: BEGIN travels with the call, COMMIT is
 * the second round trip. The events are made before the clock starts. The connection ends with its
 * server.
 */
final class Series {

  private final String name;
  private final int batch;
  private final Call call;
  private final WriterDatabase database;
  private final Connection connection;
  private final boolean durable;
  private long[] nanos = {};
  private int measured;
  private long walBytes;
  private long sequence;

  /**
   * Connects.
   *
   * @param name name of the figure
   * @param batch events in a call
   * @param durable whether a commit waits for the flush of its WAL
   */
  Series(String name, int batch, boolean durable, Call call, WriterDatabase database)
      throws SQLException {
    this.name = name;
    this.batch = batch;
    this.call = call;
    this.durable = durable;
    this.database = database;
    connection = database.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET synchronous_commit = " + (durable ? "on" : "off"));
    }
    connection.setAutoCommit(false);
  }

  String name() {
    return name;
  }

  boolean isDurable() {
    return durable;
  }

  /** Forgets what was measured and makes room for so many transactions. */
  void start(int transactions) {
    nanos = new long[transactions];
    measured = 0;
    walBytes = 0;
  }

  /** Runs so many transactions, with the clock running. Nobody else may write meanwhile. */
  void run(int transactions) throws SQLException {
    long walBefore = database.walBytes();
    for (int i = 0; i < transactions; i++) {
      List<OutboxEvent> events = nextEvents();
      long start = System.nanoTime();
      call.write(connection, events);
      connection.commit();
      nanos[measured++] = System.nanoTime() - start;
    }
    walBytes += database.walBytes() - walBefore;
  }

  double medianMicros() {
    long[] sorted = Arrays.copyOf(nanos, measured);
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e3;
  }

  double walBytesPerEvent() {
    return (double) walBytes / (measured * batch);
  }

  private List<OutboxEvent> nextEvents() {
    List<BenchEvent> events = BenchEvent.range("Order", sequence, batch);
    sequence += batch;
    return events.stream()
        .map(
            event ->
                OutboxEvent.of(
                    event.aggregateType(),
                    event.aggregateId(),
                    BenchEvent.EVENT_TYPE,
                    event.payload()))
        .toList();
  }
}
