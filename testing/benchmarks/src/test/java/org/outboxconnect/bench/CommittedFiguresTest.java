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
import java.util.OptionalDouble;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.bench.pairing.Figure;
import org.outboxconnect.bench.pairing.Line;
import org.outboxconnect.bench.pairing.Metric;
import org.outboxconnect.bench.pairing.Ratio;
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
  void should_look_the_other_way_when_a_lower_ratio_is_better() throws Exception {
    commit("RATIO cost 1.100 1.000 1.200 5");

    assertThat(checkCost(1.2, OptionalDouble.empty())).isZero();
    assertThat(checkCost(1.21, OptionalDouble.empty())).isEqualTo(1);
    assertThat(messages.toString(StandardCharsets.UTF_8)).contains("cost", "1.210", "1.200");
  }

  @Test
  void should_fail_and_name_the_bar_when_the_median_misses_it() throws Exception {
    commit("RATIO cost 1.100 1.000 1.200 5");

    assertThat(checkCost(1.15, OptionalDouble.of(1.15))).isZero();
    assertThat(checkCost(1.15, OptionalDouble.of(1.1))).isEqualTo(1);
    assertThat(messages.toString(StandardCharsets.UTF_8)).contains("cost", "bar", "1.100");
  }

  @Test
  void should_fail_and_name_the_bar_when_a_figure_misses_it() throws Exception {
    commit("");
    Figure bytes = new Figure("bytes", Side.OURS, "bytes", "bytes_per_record").withBar(1536);

    assertThat(check(List.of(bytes), "bytes", 1536)).isZero();
    assertThat(check(List.of(bytes), "bytes", 1537)).isEqualTo(1);
    assertThat(messages.toString(StandardCharsets.UTF_8)).contains("bytes", "bar", "1536.000");
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
    Metric metric = new Metric("drain", "events_per_s", Metric.Direction.HIGHER_IS_BETTER);
    return check(metric.lines(), "drain", ratio);
  }

  /** Checks one pair in which ours costs this many times as much. */
  private int checkCost(double ratio, OptionalDouble bar) throws Exception {
    Figure ours = new Figure("ours", Side.OURS, "time", "us");
    Figure stock = new Figure("stock", Side.STOCK, "time", "us");
    Ratio cost = Ratio.of("cost", ours, stock, Ratio.Better.LOWER);
    return check(List.of(bar.isPresent() ? cost.withBar(bar.getAsDouble()) : cost), "time", ratio);
  }

  private int check(List<Line> lines, String key, double ours) throws Exception {
    Report report =
        new Report(
            lines,
            List.of(
                new ResultsFile.Run(1, Side.OURS, Map.of(key, ours)),
                new ResultsFile.Run(1, Side.STOCK, Map.of(key, 1.0))));
    return new CommittedFigures(folder, "pipeline")
        .check(report, new PrintStream(messages, true, StandardCharsets.UTF_8));
  }
}
