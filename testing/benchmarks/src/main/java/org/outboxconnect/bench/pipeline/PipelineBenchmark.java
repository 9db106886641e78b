package org.outboxconnect.bench.pipeline;

import static org.outboxconnect.bench.pairing.Metric.Direction.HIGHER_IS_BETTER;
import static org.outboxconnect.bench.pairing.Metric.Direction.LOWER_IS_BETTER;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.outboxconnect.bench.pairing.Benchmark;
import org.outboxconnect.bench.pairing.Line;
import org.outboxconnect.bench.pairing.Metric;
import org.outboxconnect.bench.pairing.Side;
import org.outboxconnect.stack.EmbeddedStack;

/**
 * The whole road through one PostgreSQL, one broker and one worker: drain of a backlog and latency
 * when quiet. Both sides share the servers and never run at the same time.
 */
public final class PipelineBenchmark implements Benchmark {

  private static final int QUIET_EVENTS = 250;

  private final EmbeddedStack stack;
  private final int backlog;
  private final RelaySide ours;
  private final RelaySide stock;
  private int runs;

  /**
   * Starts the servers and installs both sides.
   *
   * @param root root folder of the repository, with the plugin archive built
   * @param backlog events to drain in each run
   * @param progress gets a line per step
   */
  public PipelineBenchmark(Path root, int backlog, PrintStream progress) throws Exception {
    this.backlog = backlog;
    ours = new OursSide(root.resolve("connector-configs/outbox-cdc.json"));
    stock = new StockSide(root.resolve("testing/benchmarks/stock.json"));
    this.stack = BenchStack.start(root, progress);
    try {
      ours.install(stack.postgres());
      stock.install(stack.postgres());
    } catch (Exception e) {
      stack.close();
      throw e;
    }
  }

  @Override
  public List<Line> report() {
    return Stream.of(
            new Metric(PipelineRun.DRAIN, "events_per_s", HIGHER_IS_BETTER),
            new Metric(PipelineRun.QUIET_P50, "ms", LOWER_IS_BETTER),
            new Metric(PipelineRun.QUIET_P99, "ms", LOWER_IS_BETTER))
        .flatMap(metric -> metric.lines().stream())
        .toList();
  }

  @Override
  public Map<String, Double> run(Side side, int round) throws Exception {
    // A name of its own, also for a repeated run: Connect keeps offsets by connector name.
    String name = "%s-%d-%d".formatted(side.label(), round, ++runs);
    RelaySide relay =
        switch (side) {
          case OURS -> ours;
          case STOCK -> stock;
        };
    return new PipelineRun(stack, relay, name).measure(QUIET_EVENTS, backlog);
  }

  @Override
  public void close() {
    stack.close();
  }
}
