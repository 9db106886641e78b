package org.outboxconnect.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.bench.pairing.Benchmark;
import org.outboxconnect.bench.pairing.PairedRuns;
import org.outboxconnect.bench.pairing.Report;
import org.outboxconnect.bench.pairing.ResultsFile;
import org.outboxconnect.bench.pipeline.PipelineBenchmark;
import org.outboxconnect.bench.smt.SmtBenchmark;
import org.outboxconnect.bench.writer.WriterBenchmark;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command behind {@code bench.sh}. Exit 0 good, 1 a bar was missed with {@code --check}, 2
 * usage, 3 the environment.
 */
@Command(
    name = "bench.sh",
    exitCodeOnExecutionException = 3,
    sortOptions = false,
    usageHelpWidth = 90,
    description = {
      "Measures ours against the alternative, in pairs, and prints ratios with their spread:",
      "  RATIO <name> <median> <min> <max> <pairs>",
      "  FIGURE <name> <median> <min> <max> <runs> <unit>",
      "Everything else goes to stderr. Finished runs are kept below testing/benchmarks/target:",
      "an interrupted benchmark goes on where it stopped, as long as the code is the same.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 good, 1 a ratio is worse than --check allows, 2 usage, 3 environment."
    })
final class BenchCommand implements Callable<Integer> {

  private static final List<String> BUILT = List.of("pipeline", "writer", "smt");
  private static final List<String> PLANNED = List.of("polling");
  private static final Map<String, Integer> EVENTS =
      Map.of("pipeline", 1_000_000, "writer", 20_000, "smt", 50_000);

  /** Of JMH, with 20,000 records each. */
  private static final int ITERATIONS = 50;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "BENCHMARK",
      description = {
        "pipeline: relay of a backlog, latency at 500 events/s and CPU when idle, of the packaged"
            + " connectors and of stock Debezium. Throughput ratios: the higher, the better;"
            + " latency ratios: the lower, the better.",
        "writer: a transaction with one call of the writer, against one with a plain insert of"
            + " the same arrays. A ratio a_vs_b_n is the time of a divided by the time of b,"
            + " with n events in a call: the lower, the better, but for"
            + " naive_pairs_vs_transient_10.",
        "smt: our transformations, time of the chain divided by that of EventRouter alone (JMH),"
            + " bytes that it allocates, and its share of the CPU time of a worker's task thread:"
            + " the lower, the better.",
        "Later: polling."
      })
  private String name = "";

  @Option(
      names = "--quick",
      description = "Few events and one pair: shows that it runs, is no evidence.")
  private boolean quick;

  @Option(
      names = "--events",
      paramLabel = "N",
      description =
          "Events of a backlog, default 1000000 (smt: 50000); writer: of a series with ten in a call, default"
              + " 20000, the other series make as many calls. JMH has its own number.")
  private @Nullable Integer eventsOption;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Counted pairs; default ${DEFAULT-VALUE}.")
  private int pairs;

  @Option(
      names = "--check",
      description =
          "Exit 1 if a median ratio is worse than the worst pair of the committed run in"
              + " testing/benchmarks/figures, or than its bar. Bars of writer:"
              + " transient_vs_insert_1 1.25, transient_vs_insert_10 1.05,"
              + " wal_message_vs_insert_1 1.05, wal_message_vs_insert_10 0.8,"
              + " naive_pairs_vs_transient_10 3. Bars of smt: smt_chain_vs_event_router 1.5,"
              + " smt_chain_cpu_share 0.1, smt_chain_bytes_per_record 1536. Bars of pipeline:"
              + " drain_throughput 1.7, exactly_once_throughput 0.85, chain_latency_at_equal_poll"
              + " 1.1, latency_p50_ms 10, latency_p99_ms 25, idle_cpu_percent 10, balanced_p50_ms"
              + " 40, balanced_idle_cpu_percent 3.")
  private boolean check;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  private int events;
  private final Path root = Path.of(System.getProperty("outbox.root", "."));

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new BenchCommand())
        .setExecutionExceptionHandler(
            (failure, commandLine, parsed) -> {
              commandLine.getErr().println("The benchmark could not finish: " + failure);
              return commandLine.getCommandSpec().exitCodeOnExecutionException();
            });
  }

  @Override
  public Integer call() throws Exception {
    requireValidOptions();
    events = eventsOption == null ? EVENTS.getOrDefault(name, 1) : eventsOption;
    CommittedFigures committed =
        new CommittedFigures(root.resolve("testing/benchmarks/figures"), name);
    if (check) {
      committed.require(); // before minutes of measuring, not after
    }
    if (quick) {
      events = Math.min(events, 2_000);
      pairs = 1;
      System.out.println("QUICK");
    }
    Report report = measure();
    report.lines().forEach(System.out::println);
    return check ? committed.check(report, System.err) : 0;
  }

  private void requireValidOptions() {
    if (!BUILT.contains(name)) {
      throw new ParameterException(
          spec.commandLine(),
          "Unknown benchmark [%s]: expected one of %s%s"
              .formatted(
                  name, BUILT, PLANNED.contains(name) ? " (" + name + " is not built yet)" : ""));
    }
    if (eventsOption != null && eventsOption < 1) {
      throw new ParameterException(
          spec.commandLine(), "Expected at least 1 for --events, found %d".formatted(eventsOption));
    }
    if (pairs < 1) {
      throw new ParameterException(
          spec.commandLine(), "Expected at least 1 for --pairs, found %d".formatted(pairs));
    }
  }

  private Report measure() throws Exception {
    PrintStream progress = System.err;
    String setup =
        "%s events=%d state=%s"
            .formatted(name, events, System.getProperty("outbox.state", "unknown"));
    Path file =
        root.resolve("testing/benchmarks/target/results")
            .resolve(name + (quick ? "-quick" : "") + ".txt");
    if (quick) {
      Files.deleteIfExists(file); // a quick run always runs
    }
    ResultsFile results = ResultsFile.open(file, setup);
    progress.printf("results: %s (remove it to start afresh)%n", file);
    try (Benchmark benchmark = benchmark(progress)) {
      new PairedRuns(benchmark, results, progress).run(pairs);
      return new Report(benchmark.report(), results.read());
    }
  }

  private Benchmark benchmark(PrintStream progress) throws Exception {
    return switch (name) {
      case "writer" -> new WriterBenchmark(events);
      case "smt" -> new SmtBenchmark(root, events, quick ? 3 : ITERATIONS, progress);
      default -> new PipelineBenchmark(root, events, progress);
    };
  }
}
