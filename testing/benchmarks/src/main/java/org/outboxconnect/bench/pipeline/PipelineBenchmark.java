package org.outboxconnect.bench.pipeline;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxconnect.bench.pairing.Benchmark;
import org.outboxconnect.bench.pairing.Line;
import org.outboxconnect.bench.pairing.Side;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.connect.ConnectorFile;

/**
 * The whole road through one PostgreSQL, one broker and one worker: drain of a backlog, latency at
 * a steady rate, and what the worker uses while nothing happens. The sides share the servers and
 * never run at the same time; exactly-once is a setting of the worker and has servers of its own.
 */
public final class PipelineBenchmark implements Benchmark {

  private static final String POLL = "poll.interval.ms";

  /**
   * What makes stock wait like our low-latency file, so that nothing but the chain differs: a batch
   * of one, which is full with the first change on both sides. With batches of eight stock's are
   * full earlier, because its deletes count.
   */
  private static final List<String> WAITS =
      List.of(POLL, "max.batch.size", "producer.override.linger.ms");

  /** Drains that bring the second worker as far as the first one is when pairs begin to count. */
  private static final int WARM_UP_DRAINS = 3;

  private static final int PER_SECOND = 500;
  private static final int SECONDS = 10;

  private final int backlog;
  private final int latencyEvents;
  private final RelaySide balanced;
  private final RelaySide lowLatency;
  private final RelaySide highThroughput;
  private final RelaySide exactlyOnce;
  private final RelaySide stock;
  private final RelaySide stockAtOurPoll;
  private final RelaySide stockAtOurWaits;
  private final EmbeddedStack stack;
  private final EmbeddedStack exactlyOnceStack;
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
    this.latencyEvents = Math.min(backlog, SECONDS * PER_SECOND);
    Path configs = root.resolve("connector-configs");
    Path stockFile = root.resolve("testing/benchmarks/stock.json");
    balanced = new OursSide(configs.resolve("outbox-cdc.json"));
    lowLatency = new OursSide(configs.resolve("outbox-cdc-low-latency.json"));
    highThroughput = new OursSide(configs.resolve("outbox-cdc-high-throughput.json"));
    exactlyOnce = new OursSide(configs.resolve("outbox-cdc-exactly-once.json"));
    stock = new StockSide(stockFile, asItIs -> asItIs);
    ConnectorFile packaged = balanced.connector();
    stockAtOurPoll = new StockSide(stockFile, asItIs -> like(packaged, asItIs, List.of(POLL)));
    ConnectorFile quick = lowLatency.connector();
    stockAtOurWaits = new StockSide(stockFile, asItIs -> like(quick, asItIs, WAITS));
    stack = BenchStack.start(root, progress);
    try {
      exactlyOnceStack = BenchStack.startExactlyOnce(root, progress);
    } catch (Exception e) {
      throw after(e, stack::close);
    }
    install();
  }

  private static ConnectorFile like(ConnectorFile ours, ConnectorFile stock, List<String> keys) {
    ConnectorFile changed = stock;
    for (String key : keys) {
      changed = changed.with(key, ours.value(key));
    }
    return changed;
  }

  private void install() throws Exception {
    try {
      balanced.install(stack.postgres()); // all connectors of a side have one database
      stock.install(stack.postgres());
      exactlyOnce.install(exactlyOnceStack.postgres());
    } catch (Exception e) {
      throw after(e, this::close);
    }
  }

  /** What failed first is what is told, even if cleaning up fails as well. */
  private static Exception after(Exception failure, Runnable cleanUp) {
    try {
      cleanUp.run();
    } catch (RuntimeException further) {
      failure.addSuppressed(further);
    }
    return failure;
  }

  @Override
  public List<Line> report() {
    return PipelineLines.ALL;
  }

  @Override
  public Map<String, Double> run(Side side, int round) throws Exception {
    Map<String, Double> values = new LinkedHashMap<>();
    switch (side) {
      case OURS -> runOurs(round == 0 ? WARM_UP_DRAINS : 1, values);
      case STOCK -> runStock(values);
    }
    return values;
  }

  private void runOurs(int exactlyOnceDrains, Map<String, Double> values) throws Exception {
    values.putAll(
        measure(stack, lowLatency, "low", relay -> quiet(relay, PipelineLines.LOW_LATENCY)));
    values.putAll(
        measure(
            stack,
            balanced,
            "balanced",
            relay -> {
              Map<String, Double> found = quiet(relay, PipelineLines.BALANCED);
              found.put(PipelineLines.BALANCED_DRAIN, relay.drainThroughput(backlog));
              return found;
            }));
    values.put(
        PipelineLines.DRAIN,
        measure(stack, highThroughput, "high", relay -> relay.drainThroughput(backlog)));
    values.put(
        PipelineLines.EXACTLY_ONCE,
        measure(
            exactlyOnceStack,
            exactlyOnce,
            "exactly-once",
            relay -> lastOf(exactlyOnceDrains, relay)));
  }

  private void runStock(Map<String, Double> values) throws Exception {
    values.putAll(
        measure(
            stack, stockAtOurPoll, "our-poll", relay -> latency(relay, PipelineLines.AT_OUR_POLL)));
    values.putAll(
        measure(
            stack,
            stockAtOurWaits,
            "our-waits",
            relay -> latency(relay, PipelineLines.AT_OUR_WAITS)));
    values.putAll(
        measure(
            stack,
            stock,
            "stock",
            relay -> {
              Map<String, Double> found = latency(relay, PipelineLines.STOCK);
              found.put(PipelineLines.DRAIN, relay.drainThroughput(backlog));
              return found;
            }));
  }

  private double lastOf(int drains, RunningRelay relay) throws Exception {
    for (int i = 1; i < drains; i++) {
      relay.drainThroughput(backlog);
    }
    return relay.drainThroughput(backlog);
  }

  private Map<String, Double> quiet(RunningRelay relay, String prefix) throws Exception {
    Map<String, Double> values = latency(relay, prefix);
    values.put(prefix + PipelineLines.IDLE_CPU, relay.idleCpuPercent());
    return values;
  }

  private Map<String, Double> latency(RunningRelay relay, String prefix) throws Exception {
    Latency latency = relay.latency(latencyEvents, PER_SECOND);
    Map<String, Double> values = new LinkedHashMap<>();
    values.put(prefix + PipelineLines.P50, latency.percentileMillis(50));
    values.put(prefix + PipelineLines.P99, latency.percentileMillis(99));
    return values;
  }

  private <T> T measure(
      EmbeddedStack servers, RelaySide relay, String name, PipelineRun.Measurement<T> measurement)
      throws Exception {
    // A name of its own for each run: Connect keeps offsets by connector name.
    return new PipelineRun(servers, relay, "%s-%d".formatted(name, ++runs)).measure(measurement);
  }

  @Override
  public void close() {
    try {
      stack.close();
    } finally {
      exactlyOnceStack.close();
    }
  }
}
