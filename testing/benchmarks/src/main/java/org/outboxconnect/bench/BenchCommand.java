package org.outboxconnect.bench;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.outboxconnect.bench.pairing.Benchmark;
import org.outboxconnect.bench.pairing.PairedRuns;
import org.outboxconnect.bench.pairing.Report;
import org.outboxconnect.bench.pairing.ResultsFile;
import org.outboxconnect.bench.pipeline.PipelineBenchmark;
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
      "  RATIO <name> <median> <min> <max> <pairs>          (above 1: ours is better)",
      "  FIGURE <name>_<side> <median> <min> <max> <runs> <unit>",
      "Everything else goes to stderr. Finished runs are kept below testing/benchmarks/target:",
      "an interrupted benchmark goes on where it stopped, as long as the code is the same.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 good, 1 a ratio is worse than --check allows, 2 usage, 3 environment."
    })
final class BenchCommand implements Callable<Integer> {

  private static final List<String> BUILT = List.of("pipeline");
  private static final List<String> PLANNED = List.of("writer", "smt", "polling");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "BENCHMARK",
      description =
          "pipeline: relay of a backlog, and latency when quiet, against stock Debezium."
              + " Later: writer, smt, polling.")
  private String name = "";

  @Option(
      names = "--quick",
      description = "Few events and one pair: shows that it runs, is no evidence.")
  private boolean quick;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "50000",
      description = "Events of a backlog; default ${DEFAULT-VALUE}.")
  private int events;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "5",
      description = "Counted pairs; default ${DEFAULT-VALUE}.")
  private int pairs;

  @Option(
      names = "--check",
      description =
          "Exit 1 if a median ratio is below the worst pair of the committed run in"
              + " testing/benchmarks/figures.")
  private boolean check;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

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
    if (events < 1 || pairs < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "Expected at least 1 for --events and --pairs, found %d and %d".formatted(events, pairs));
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
    try (Benchmark benchmark = new PipelineBenchmark(root, events, progress)) {
      new PairedRuns(benchmark, results, progress).run(pairs);
      return new Report(benchmark.metrics(), results.read());
    }
  }
}
