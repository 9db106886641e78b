package org.outboxconnect.bench.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.bench.pairing.Report;
import org.outboxconnect.bench.pairing.ResultsFile;
import org.outboxconnect.bench.pairing.Side;

/** That it measures what it says; how fast it was is no matter for a test. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WriterBenchmarkIT {

  @Test
  void should_fill_every_line_of_the_report_when_each_side_has_run() throws Exception {
    try (WriterBenchmark benchmark = new WriterBenchmark(500)) {
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
      assertThat(wal(report, "transient_10")).isBetween(400.0, 2000.0);
      assertThat(wal(report, "wal_message_10")).isLessThan(wal(report, "insert_10"));
    }
  }

  private static double wal(Report report, String series) {
    String start = "FIGURE wal_bytes_" + series + " ";
    String line = report.lines().stream().filter(l -> l.startsWith(start)).findAny().orElseThrow();
    return Double.parseDouble(line.substring(start.length()).split(" ", 2)[0]);
  }
}
