package org.outboxconnect.bench.smt;

import static org.outboxconnect.bench.pairing.Ratio.Better.LOWER;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;
import org.outboxconnect.bench.pairing.Benchmark;
import org.outboxconnect.bench.pairing.Figure;
import org.outboxconnect.bench.pairing.Line;
import org.outboxconnect.bench.pairing.Ratio;
import org.outboxconnect.bench.pairing.Side;
import org.outboxconnect.bench.pipeline.TaskCpuRuns;
import org.outboxconnect.bench.pipeline.TaskCpuRuns.Chain;

/**
 * What our transformations cost: by JMH, each run in a JVM of its own, beside EventRouter alone;
 * and as CPU time of the task thread of a real worker, with and without them.
 */
public final class SmtBenchmark implements Benchmark {

  private static final String CHAIN = "smt_chain";
  private static final String ROUTER = "event_router";
  private static final String BYTES = "_bytes_per_record";
  private static final String TASK_CPU = "task_cpu";
  private static final String TASK_CPU_SAME = "task_cpu_same_headers";

  private final Path root;
  private final int iterations;
  private final PrintStream progress;
  private final List<String> steps;
  private final TaskCpuRuns taskCpu;

  /**
   * Starts the servers.
   *
   * @param root root folder of the repository, with the plugin archive built
   * @param backlog events to drain in each run
   * @param iterations of JMH in each run, with 20,000 records each
   * @param progress gets a line per step
   */
  public SmtBenchmark(Path root, int backlog, int iterations, PrintStream progress)
      throws Exception {
    this.root = root;
    this.iterations = iterations;
    this.progress = progress;
    this.steps = PackagedSteps.of(root).ours();
    this.taskCpu = new TaskCpuRuns(root, backlog, progress);
  }

  @Override
  public List<Line> report() {
    Figure with = new Figure(TASK_CPU + "_with_smts", Side.OURS, TASK_CPU, "us_per_record");
    Figure without = new Figure(TASK_CPU + "_without_smts", Side.STOCK, TASK_CPU, "us_per_record");
    Figure same =
        new Figure(TASK_CPU_SAME + "_without_smts", Side.STOCK, TASK_CPU_SAME, "us_per_record");
    Figure chain = nanos(Side.OURS, CHAIN);
    Figure router = nanos(Side.STOCK, ROUTER);
    List<Line> lines =
        new ArrayList<>(
            List.of(
                Ratio.of("smt_chain_vs_event_router", chain, router, LOWER).withBar(1.5),
                Ratio.share("smt_chain_cpu_share", with, without).withBar(0.1),
                Ratio.share("smt_chain_cpu_share_same_headers", with, same),
                bytes(Side.OURS, CHAIN).withBar(1536),
                chain));
    for (String step : steps) {
      lines.add(nanos(Side.OURS, "smt_" + step));
      lines.add(bytes(Side.OURS, "smt_" + step));
    }
    lines.addAll(List.of(router, bytes(Side.STOCK, ROUTER), with, without, same));
    return lines;
  }

  private static Figure nanos(Side side, String name) {
    return Figure.of(side, name, "ns_per_record");
  }

  private static Figure bytes(Side side, String name) {
    return Figure.of(side, name + BYTES, "bytes");
  }

  @Override
  public Map<String, Double> run(Side side, int round) throws Exception {
    Map<String, Double> values = new LinkedHashMap<>();
    switch (side) {
      case OURS -> {
        measure(CHAIN, steps, values);
        for (String step : steps) {
          measure("smt_" + step, List.of(step), values);
        }
        values.put(TASK_CPU, taskCpu.micros(Chain.PACKAGED));
      }
      case STOCK -> {
        measure(ROUTER, List.of(PackagedSteps.ROUTER), values);
        values.put(TASK_CPU, taskCpu.micros(Chain.ROUTER));
        values.put(TASK_CPU_SAME, taskCpu.micros(Chain.ROUTER_WITH_HEADERS));
      }
    }
    return values;
  }

  private void measure(String name, List<String> chain, Map<String, Double> values)
      throws RunnerException {
    JmhRun run = JmhRun.of(root, chain, iterations, progress);
    values.put(name, run.nanos());
    values.put(name + BYTES, run.bytes());
  }

  @Override
  public void close() {
    taskCpu.close();
  }
}
