package org.outboxconnect.bench.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.outboxconnect.bench.pairing.Report;
import org.outboxconnect.bench.pairing.ResultsFile;
import org.outboxconnect.bench.pairing.Side;

/** That it measures what it says; how fast it was is no matter for a test. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class SmtBenchmarkIT {

  private static final Path ROOT = Path.of(System.getProperty("outbox.root"));

  @Test
  void should_fill_every_line_of_the_report_when_each_side_has_run() throws Exception {
    PrintStream progress = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    try (SmtBenchmark benchmark = new SmtBenchmark(ROOT, 500, 2, progress)) {
      Report report =
          new Report(
              benchmark.report(),
              List.of(
                  new ResultsFile.Run(1, Side.OURS, benchmark.run(Side.OURS, 1)),
                  new ResultsFile.Run(1, Side.STOCK, benchmark.run(Side.STOCK, 1))));

      assertThat(report.lines())
          .hasSameSizeAs(benchmark.report())
          .allMatch(line -> line.matches("(RATIO|FIGURE) [a-z0-9_]+ .*"))
          .doesNotHaveDuplicates();
      // A router that did nothing, or a chain that was empty, would be free.
      assertThat(median(report, "FIGURE smt_chain_bytes_per_record")).isBetween(400.0, 1536.0);
      assertThat(median(report, "FIGURE event_router_bytes_per_record")).isGreaterThan(400.0);
      assertThat(median(report, "FIGURE task_cpu_with_smts")).isGreaterThan(1.0);
    }
  }

  private static double median(Report report, String start) {
    String line =
        report.lines().stream().filter(l -> l.startsWith(start + " ")).findAny().orElseThrow();
    return Double.parseDouble(line.substring(start.length() + 1).split(" ", 2)[0]);
  }
}
