package org.outboxconnect.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.bench.pairing.Metric;
import org.outboxconnect.bench.pairing.Report;
import org.outboxconnect.bench.pairing.ResultsFile;
import org.outboxconnect.bench.pairing.Side;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CommittedFiguresTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

  @Test
  void should_pass_when_the_median_is_not_below_the_worst_committed_pair() throws Exception {
    commit("RATIO drain 2.500 2.000 3.000 5");

    assertThat(check(2.0)).isZero();
  }

  @Test
  void should_fail_and_name_the_ratio_when_the_median_is_below_it() throws Exception {
    commit("RATIO drain 2.500 2.000 3.000 5");

    assertThat(check(1.9)).isEqualTo(1);
    assertThat(messages.toString(StandardCharsets.UTF_8)).contains("drain", "1.900", "2.000");
  }

  @Test
  void should_fail_when_the_ratio_was_never_committed() throws Exception {
    commit("RATIO other 2.500 2.000 3.000 5");

    assertThat(check(9.0)).isEqualTo(1);
    assertThat(messages.toString(StandardCharsets.UTF_8)).contains("drain", "no committed ratio");
  }

  @Test
  void should_say_what_to_do_when_there_is_no_committed_run() {
    assertThatThrownBy(new CommittedFigures(folder, "pipeline")::require)
        .hasMessageContainingAll("pipeline.txt", "[Hint: leave out --check");
  }

  private void commit(String line) throws Exception {
    Files.writeString(folder.resolve("pipeline.txt"), "# a comment\n" + line + "\n");
  }

  /** Checks one pair in which ours is this many times better. */
  private int check(double ratio) throws Exception {
    Report report =
        new Report(
            List.of(new Metric("drain", "events_per_s", Metric.Direction.HIGHER_IS_BETTER)),
            List.of(
                new ResultsFile.Run(1, Side.OURS, Map.of("drain", ratio)),
                new ResultsFile.Run(1, Side.STOCK, Map.of("drain", 1.0))));
    return new CommittedFigures(folder, "pipeline")
        .check(report, new PrintStream(messages, true, StandardCharsets.UTF_8));
  }
}
