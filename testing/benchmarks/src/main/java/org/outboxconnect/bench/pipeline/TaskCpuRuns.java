package org.outboxconnect.bench.pipeline;

import static java.util.Locale.ROOT;
import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.connect.ConnectorFile;

/**
 * What one record costs the task thread of a worker: with the packaged connector, and without
 * anything of ours. Same table, same events, one worker.
 */
public final class TaskCpuRuns implements AutoCloseable {

  /** The transformations between connector and converters. */
  public enum Chain {
    /** As packaged. */
    PACKAGED,
    /** EventRouter alone: a record has its header {@code id} and no other. */
    ROUTER,
    /** EventRouter alone, told to write as many headers as the packaged chain, 15 bytes longer. */
    ROUTER_WITH_HEADERS
  }

  private final EmbeddedStack stack;
  private final int backlog;
  private final Map<Chain, RelaySide> sides;
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
    RelaySide packaged = new OursSide(file);
    sides =
        Map.of(
            Chain.PACKAGED,
            packaged,
            Chain.ROUTER,
            new OursSide(file, TaskCpuRuns::withoutOurs),
            Chain.ROUTER_WITH_HEADERS,
            new OursSide(file, TaskCpuRuns::withHeadersOfTheRouter));
    stack = BenchStack.start(root, progress);
    try {
      packaged.install(stack.postgres()); // all three have one database
    } catch (Exception e) {
      stack.close();
      throw e;
    }
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

  /** The JSON of the headers column is one member: it stands for that member's header. */
  private static ConnectorFile withHeadersOfTheRouter(ConnectorFile packaged) {
    return withoutOurs(packaged)
        .with(
            "transforms.outbox.table.fields.additional.placement",
            "id:header:eventId,event_type:header:eventType,headers:header:headers");
  }

  /**
   * Drains one backlog.
   *
   * @return microseconds of CPU per record
   */
  public double micros(Chain chain) throws Exception {
    // A name of its own for each run: Connect keeps offsets by connector name.
    String name = "smt-%s-%d".formatted(chain.name().toLowerCase(ROOT).replace('_', '-'), ++runs);
    return new PipelineRun(stack, requireNonNull(sides.get(chain)), name).taskCpuMicros(backlog);
  }

  @Override
  public void close() {
    stack.close();
  }
}
