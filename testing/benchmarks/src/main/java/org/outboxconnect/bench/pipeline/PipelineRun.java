package org.outboxconnect.bench.pipeline;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.outboxconnect.bench.event.BenchEvent;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.connect.ConnectRest;

/**
 * One run of one side: a first event proves that the relay runs, then latency at a low rate, then
 * the connector is stopped, a backlog is written, and the connector drains it.
 */
final class PipelineRun {

  static final String DRAIN = "drain_throughput";
  static final String QUIET_P50 = "quiet_p50";
  static final String QUIET_P99 = "quiet_p99";

  private static final Duration START_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration DRAIN_TIMEOUT = Duration.ofMinutes(10);
  private static final int BACKLOG_TRANSACTION = 100;

  private final EmbeddedStack stack;
  private final RelaySide side;
  private final Slots slots;
  private final String connectorName;
  private final String aggregateType;
  private int written;

  PipelineRun(EmbeddedStack stack, RelaySide side, String connectorName) {
    this.stack = stack;
    this.side = side;
    this.slots = new Slots(stack.postgres());
    this.connectorName = connectorName;
    this.aggregateType = connectorName;
  }

  Map<String, Double> measure(int quietEvents, int backlog) throws Exception {
    return whileRunning(
        (connection, reader) -> {
          Map<String, Double> values = new LinkedHashMap<>();
          QuietLatency latency = new QuietLatency(quietEvents);
          latency.measure(() -> write(connection, 1), reader, written);
          values.put(QUIET_P50, latency.percentileMillis(50));
          values.put(QUIET_P99, latency.percentileMillis(99));
          DrainClock clock = new DrainClock();
          drain(connection, reader, backlog, clock);
          values.put(DRAIN, clock.eventsPerSecond());
          return values;
        });
  }

  /** Microseconds of the task thread per event, when a backlog is drained. */
  double measureTaskCpu(int backlog) throws Exception {
    return whileRunning(
        (connection, reader) -> {
          CpuClock clock = new CpuClock(stack.connect().worker(0).pid());
          drain(connection, reader, backlog, clock);
          return clock.microsPerEvent();
        });
  }

  private <T> T whileRunning(Measurement<T> measurement) throws Exception {
    side.reset(stack.postgres());
    stack.broker().createTopic(side.topic(aggregateType), 1);
    ConnectRest rest = stack.connect().rest();
    try (Connection connection = side.connect(stack.postgres());
        TopicReader reader =
            new TopicReader(stack.broker().bootstrapServers(), side.topic(aggregateType))) {
      rest.create(side.connector().named(connectorName).secretsFolder(stack.secretsFolder()));
      rest.awaitRunning(connectorName, START_TIMEOUT);
      slots.awaitActive(side.slot());
      write(connection, 1);
      reader.readUntil(written, START_TIMEOUT, sequence -> {});
      return measurement.take(connection, reader);
    } finally {
      rest.delete(connectorName);
      slots.drop(side.slot());
    }
  }

  private void drain(Connection connection, TopicReader reader, int backlog, LongConsumer clock)
      throws Exception {
    ConnectRest rest = stack.connect().rest();
    rest.stop(connectorName);
    slots.awaitIdle(side.slot());
    for (int left = backlog; left > 0; left -= BACKLOG_TRANSACTION) {
      write(connection, Math.min(left, BACKLOG_TRANSACTION));
    }
    rest.resume(connectorName);
    reader.readUntil(written, DRAIN_TIMEOUT, clock);
  }

  private void write(Connection connection, int count) throws SQLException {
    List<BenchEvent> events = BenchEvent.range(aggregateType, written, count);
    side.write(connection, events);
    connection.commit();
    written += count;
  }

  private interface Measurement<T> {
    T take(Connection connection, TopicReader reader) throws Exception;
  }
}
