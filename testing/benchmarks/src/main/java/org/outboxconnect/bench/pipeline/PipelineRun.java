package org.outboxconnect.bench.pipeline;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.connect.ConnectRest;

/** One connector from its POST to its end, and what is measured between. */
final class PipelineRun {

  /** Enough for the rate at which latency is measured, when a commit takes a few milliseconds. */
  private static final int WRITERS = 4;

  private final EmbeddedStack stack;
  private final RelaySide side;
  private final Slots slots;
  private final String connectorName;

  /**
   * A run of a connector.
   *
   * @param connectorName never used before: Connect keeps offsets by it
   */
  PipelineRun(EmbeddedStack stack, RelaySide side, String connectorName) {
    this.stack = stack;
    this.side = side;
    this.slots = new Slots(stack.postgres());
    this.connectorName = connectorName;
  }

  /** Microseconds of the task thread per event, when a backlog is drained. */
  double taskCpuMicros(int backlog) throws Exception {
    return measure(
        relay -> {
          CpuClock clock = new CpuClock(stack.connect().worker(0).pid());
          relay.drain(backlog, clock);
          return clock.microsPerEvent();
        });
  }

  <T> T measure(Measurement<T> measurement) throws Exception {
    side.reset(stack.postgres());
    String topic = side.topic(connectorName);
    stack.broker().createTopic(topic, 1);
    ConnectRest rest = stack.connect().rest();
    List<Connection> connections = new ArrayList<>();
    try (TopicReader reader = new TopicReader(stack.broker().bootstrapServers(), topic)) {
      for (int i = 0; i < WRITERS; i++) {
        connections.add(side.connect(stack.postgres()));
      }
      rest.create(side.connector().named(connectorName).secretsFolder(stack.secretsFolder()));
      rest.awaitRunning(connectorName, RunningRelay.START_TIMEOUT);
      slots.awaitActive(side.slot());
      return measurement.of(new RunningRelay(stack, side, connectorName, connections, reader));
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
      rest.delete(connectorName);
      slots.drop(side.slot());
    }
  }

  /** What is asked of a running connector. */
  interface Measurement<T> {
    T of(RunningRelay relay) throws Exception;
  }
}
