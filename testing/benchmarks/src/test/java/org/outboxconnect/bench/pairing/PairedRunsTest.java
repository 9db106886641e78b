package org.outboxconnect.bench.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PairedRunsTest {

  @TempDir private Path folder;

  private final Recorded benchmark = new Recorded();

  @Test
  void should_alternate_as_ABBA_and_throw_the_first_of_each_side_away() throws Exception {
    ResultsFile results = ResultsFile.open(folder.resolve("r.txt"), "test events=1");

    runner(results).run(3);

    assertThat(benchmark.turns)
        .containsExactly(
            "0 STOCK", "0 OURS", "1 OURS", "1 STOCK", "2 STOCK", "2 OURS", "3 OURS", "3 STOCK");
    assertThat(results.read()).hasSize(6).noneMatch(run -> run.round() == 0);
  }

  @Test
  void should_run_only_what_is_missing_when_it_is_resumed() throws Exception {
    ResultsFile results = ResultsFile.open(folder.resolve("r.txt"), "test events=1");
    results.append(new ResultsFile.Run(1, Side.OURS, Map.of("rate", 4.0)));
    results.append(new ResultsFile.Run(1, Side.STOCK, Map.of("rate", 2.0)));

    runner(results).run(2);

    assertThat(benchmark.turns).containsExactly("0 STOCK", "0 OURS", "2 STOCK", "2 OURS");
  }

  @Test
  void should_run_nothing_when_all_pairs_are_there() throws Exception {
    ResultsFile results = ResultsFile.open(folder.resolve("r.txt"), "test events=1");
    runner(results).run(1);
    benchmark.turns.clear();

    runner(ResultsFile.open(folder.resolve("r.txt"), "test events=1")).run(1);

    assertThat(benchmark.turns).isEmpty();
  }

  @Test
  void should_refuse_to_mix_two_setups() throws Exception {
    ResultsFile.open(folder.resolve("r.txt"), "test events=1");

    assertThatThrownBy(() -> ResultsFile.open(folder.resolve("r.txt"), "test events=2"))
        .hasMessageContainingAll("events=1", "events=2", "[Hint: remove the file");
  }

  @Test
  void should_repeat_a_void_run_and_give_up_after_three_in_a_row() throws Exception {
    ResultsFile results = ResultsFile.open(folder.resolve("r.txt"), "test events=1");
    benchmark.voidRuns = 2;
    runner(results).run(1);
    assertThat(results.read()).hasSize(2);

    benchmark.voidRuns = 3;
    assertThatThrownBy(() -> runner(results).run(2)).isInstanceOf(VoidRunException.class);
  }

  private PairedRuns runner(ResultsFile results) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return new PairedRuns(benchmark, results, nowhere);
  }

  /** Writes down its turns; a benchmark needs no server to be paired. */
  private static final class Recorded implements Benchmark {

    private final List<String> turns = new ArrayList<>();
    private int voidRuns;

    @Override
    public List<Line> report() {
      return new Metric("rate", "per_s", Metric.Direction.HIGHER_IS_BETTER).lines();
    }

    @Override
    public Map<String, Double> run(Side side, int round) throws VoidRunException {
      if (voidRuns > 0) {
        voidRuns--;
        throw new VoidRunException("too slow");
      }
      turns.add(round + " " + side);
      return Map.of("rate", 1.0);
    }

    @Override
    public void close() {}
  }
}
