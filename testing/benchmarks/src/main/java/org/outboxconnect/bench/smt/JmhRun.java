package org.outboxconnect.bench.smt;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * {@link TransformationCost} in a JVM of its own.
 *
 * @param nanos median of the iterations
 * @param bytes allocated per record, by JMH's profiler
 */
record JmhRun(double nanos, double bytes) {

  /** Iterations before those that count; with 20,000 records each. */
  private static final int WARMUP = 30;

  static JmhRun of(Path root, List<String> steps, int iterations, PrintStream progress)
      throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(TransformationCost.class.getName())
            .param("steps", String.join(",", steps))
            .forks(1)
            .warmupIterations(Math.min(WARMUP, iterations))
            .measurementIterations(iterations)
            .addProfiler(GCProfiler.class)
            .jvmArgsAppend("-Xms1g", "-Xmx1g", "-Doutbox.root=" + root.toAbsolutePath())
            .shouldFailOnError(true)
            .build();
    RunResult result =
        new Runner(options, OutputFormatFactory.createFormatInstance(progress, VerboseMode.SILENT))
            .runSingle();
    return new JmhRun(
        result.getPrimaryResult().getStatistics().getPercentile(50),
        requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm")).getScore());
  }
}
