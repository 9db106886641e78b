package org.outboxconnect.bench.pipeline;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import org.outboxconnect.bench.event.TracedEvent;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.connect.ConnectRest;

/**
 * A connector that has relayed its first event, with what writes events to it and reads them from
 * its topic.
 */
final class RunningRelay {

  static final Duration START_TIMEOUT = Duration.ofMinutes(2);

  private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration IDLE = Duration.ofSeconds(10); // one heartbeat of ours
  private static final int BACKLOG_TRANSACTION = 100;

  private final EmbeddedStack stack;
  private final RelaySide side;
  private final String name;
  private final List<Connection> connections;
  private final TopicReader reader;
  private int written;

  /**
   * Writes a first event and waits until it has arrived.
   *
   * @param name of the connector, and of the aggregate type
   * @param connections of the service that writes
   */
  RunningRelay(
      EmbeddedStack stack,
      RelaySide side,
      String name,
      List<Connection> connections,
      TopicReader reader)
      throws Exception {
    this.stack = stack;
    this.side = side;
    this.name = name;
    this.connections = List.copyOf(connections);
    this.reader = reader;
    write(connections.get(0), 0, 1);
    written = 1;
    reader.readUntil(written, START_TIMEOUT, sequence -> {});
  }

  /** Writes at a steady rate and waits until all of it has arrived. */
  Latency latency(int events, int perSecond) throws Exception {
    Latency latency = new Latency(events, perSecond);
    List<Latency.Writer> writers = new ArrayList<>();
    for (Connection connection : connections) {
      writers.add(sequence -> write(connection, sequence, 1));
    }
    latency.measure(writers, reader, written);
    written += events;
    return latency;
  }

  /** CPU of the whole worker while nothing is written, in percent of one core. */
  double idleCpuPercent() {
    Duration before = workerCpu();
    long start = System.nanoTime();
    Moment.await(start + IDLE.toNanos());
    Duration used = workerCpu().minus(before);
    return 100.0 * used.toNanos() / (System.nanoTime() - start);
  }

  private Duration workerCpu() {
    return ProcessHandle.of(stack.connect().worker(0).pid())
        .flatMap(worker -> worker.info().totalCpuDuration())
        .orElseThrow();
  }

  /**
   * Stops the connector, writes a backlog, and lets the connector drain it.
   *
   * @param clock gets the sequence of each event when it arrives
   */
  void drain(int backlog, LongConsumer clock) throws Exception {
    ConnectRest rest = stack.connect().rest();
    rest.stop(name);
    new Slots(stack.postgres()).awaitIdle(side.slot());
    writeBacklog(backlog);
    rest.resume(name);
    reader.readUntil(written, DRAIN_TIMEOUT, clock);
  }

  private void writeBacklog(int backlog) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(connections.size());
    try {
      int share = (backlog + connections.size() - 1) / connections.size();
      List<Future<?>> parts = new ArrayList<>();
      for (int i = 0; i < connections.size(); i++) {
        Connection connection = connections.get(i);
        int from = written + Math.min(backlog, i * share);
        int to = written + Math.min(backlog, (i + 1) * share);
        parts.add(threads.submit(() -> writePart(connection, from, to)));
      }
      for (Future<?> part : parts) {
        part.get();
      }
      written += backlog;
    } finally {
      threads.shutdownNow();
    }
  }

  private Void writePart(Connection connection, int from, int to) throws SQLException {
    for (int next = from; next < to; next += BACKLOG_TRANSACTION) {
      write(connection, next, Math.min(to - next, BACKLOG_TRANSACTION));
    }
    return null;
  }

  /** Events per second of a drained backlog. */
  double drainThroughput(int backlog) throws Exception {
    DrainClock clock = new DrainClock();
    drain(backlog, clock);
    return clock.eventsPerSecond();
  }

  private void write(Connection connection, int sequence, int count) throws SQLException {
    List<TracedEvent> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      events.add(new TracedEvent(name, sequence + i));
    }
    side.write(connection, events);
    connection.commit();
  }
}
