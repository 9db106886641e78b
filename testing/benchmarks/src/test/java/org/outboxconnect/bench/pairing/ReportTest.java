package org.outboxconnect.bench.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportTest {

  private static final Metric RATE =
      new Metric("drain", "events_per_s", Metric.Direction.HIGHER_IS_BETTER);
  private static final Metric LATENCY =
      new Metric("quiet_p99", "ms", Metric.Direction.LOWER_IS_BETTER);

  @Test
  void should_form_ratios_pair_by_pair_so_that_above_one_is_better() {
    Report report =
        new Report(
            Stream.of(RATE, LATENCY).flatMap(metric -> metric.lines().stream()).toList(),
            List.of(
                run(1, Side.OURS, 300, 5),
                run(1, Side.STOCK, 100, 50),
                run(2, Side.OURS, 100, 10),
                run(2, Side.STOCK, 100, 20)));

    assertThat(report.lines())
        .containsExactly(
            "RATIO drain 2.000 1.000 3.000 2",
            "FIGURE drain_ours 200.000 100.000 300.000 2 events_per_s",
            "FIGURE drain_stock 100.000 100.000 100.000 2 events_per_s",
            "RATIO quiet_p99 6.000 2.000 10.000 2",
            "FIGURE quiet_p99_ours 7.500 5.000 10.000 2 ms",
            "FIGURE quiet_p99_stock 35.000 20.000 50.000 2 ms");
  }

  @Test
  void should_give_the_share_that_is_gone_when_a_part_is_left_out() {
    Ratio share =
        Ratio.share(
            "cpu_share",
            Figure.of(Side.OURS, "with", "us"),
            Figure.of(Side.STOCK, "without", "us"));
    Report report =
        new Report(
            List.of(share),
            List.of(
                new ResultsFile.Run(1, Side.OURS, Map.of("with", 20.0)),
                new ResultsFile.Run(1, Side.STOCK, Map.of("without", 18.0))));

    assertThat(report.lines()).containsExactly("RATIO cpu_share 0.100 0.100 0.100 1");
  }

  @Test
  void should_divide_the_figures_that_a_ratio_names_when_the_sides_have_different_ones() {
    Figure ours = Figure.of(Side.OURS, "call", "us");
    Figure theirs = Figure.of(Side.STOCK, "insert", "us");
    Report report =
        new Report(
            List.of(
                Ratio.of("a_vs_b", ours, theirs, Ratio.Better.LOWER),
                Ratio.of("b_vs_a", theirs, ours, Ratio.Better.HIGHER),
                theirs),
            List.of(
                new ResultsFile.Run(1, Side.OURS, Map.of("call", 50.0)),
                new ResultsFile.Run(1, Side.STOCK, Map.of("insert", 100.0)),
                new ResultsFile.Run(2, Side.OURS, Map.of("call", 80.0))));

    assertThat(report.lines())
        .containsExactly(
            "RATIO a_vs_b 0.500 0.500 0.500 1",
            "RATIO b_vs_a 2.000 2.000 2.000 1",
            "FIGURE insert 100.000 100.000 100.000 1 us");
  }

  @Test
  void should_refuse_a_spread_of_nothing() {
    assertThatThrownBy(() -> Spread.of(List.of())).hasMessageContaining("at least one figure");
  }

  private static ResultsFile.Run run(int round, Side side, double rate, double latency) {
    return new ResultsFile.Run(round, side, Map.of("drain", rate, "quiet_p99", latency));
  }
}
