package org.outboxconnect.bench.pipeline;

import java.io.PrintStream;
import java.nio.file.Path;
import org.outboxconnect.bench.event.TracedEvent;
import org.outboxconnect.bench.pairing.Side;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.connect.ConnectorFile;

/**
 * What one record costs the task thread of a worker: with the packaged connector, and with the same
 * one without anything of ours, EventRouter alone. Same table, same events, one worker.
 */
public final class TaskCpuRuns implements AutoCloseable {

  private final EmbeddedStack stack;
  private final int backlog;
  private final RelaySide with;
  private final RelaySide without;
  private int runs;

  /**
   * Starts the servers and installs the schema.
   *
   * @param root root folder of the repository, with the plugin archive built
   * @param backlog events to drain in each run
   * @param progress gets a line per step
   */
  public TaskCpuRuns(Path root, int backlog, PrintStream progress) throws Exception {
    this.backlog = backlog;
    Path file = root.resolve("connector-configs/outbox-cdc.json");
    with = new OursSide(file, TaskCpuRuns::traced, packaged -> packaged);
    without = new OursSide(file, TaskCpuRuns::traced, TaskCpuRuns::withoutOurs);
    stack = BenchStack.start(root, progress);
    try {
      with.install(stack.postgres());
    } catch (Exception e) {
      stack.close();
      throw e;
    }
  }

  private static OutboxEvent traced(String aggregateType, long sequence) {
    TracedEvent event = new TracedEvent(aggregateType, sequence);
    return OutboxEvent.builder()
        .aggregateType(event.aggregateType())
        .aggregateId(event.aggregateId())
        .eventType(TracedEvent.EVENT_TYPE)
        .payloadJson(event.payload())
        .header("traceparent", event.traceparent())
        .build();
  }

  private static ConnectorFile withoutOurs(ConnectorFile packaged) {
    ConnectorFile bare = packaged.with("transforms", "outbox");
    for (String key : packaged.keys()) {
      boolean ofOurs = key.startsWith("transforms.") && !key.startsWith("transforms.outbox.");
      if (ofOurs || key.startsWith("predicates") || key.endsWith(".predicate")) {
        bare = bare.without(key);
      }
    }
    return bare;
  }

  /**
   * Drains one backlog.
   *
   * @param side ours: with our transformations
   * @return microseconds of CPU per record
   */
  public double micros(Side side, int round) throws Exception {
    // A name of its own, also for a repeated run: Connect keeps offsets by connector name.
    String name = "smt-%s-%d-%d".formatted(side.label(), round, ++runs);
    RelaySide relay =
        switch (side) {
          case OURS -> with;
          case STOCK -> without;
        };
    return new PipelineRun(stack, relay, name).measureTaskCpu(backlog);
  }

  @Override
  public void close() {
    stack.close();
  }
}
