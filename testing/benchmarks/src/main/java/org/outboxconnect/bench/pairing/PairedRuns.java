package org.outboxconnect.bench.pairing;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs both sides in turn, in the order A B B A A B B A …, so that neither is always the warmer
 * one.
 *
 * <p>Round 0 of each side is run and thrown away: the cold first run alone is several times slower.
 */
public final class PairedRuns {

  /** A noisy machine voids a run now and then; more than this many in a row is a broken set-up. */
  private static final int MAX_VOID_RUNS = 3;

  private final Benchmark benchmark;
  private final ResultsFile results;
  private final PrintStream progress;

  /**
   * Makes the runs of one benchmark.
   *
   * @param progress gets a line per run
   */
  public PairedRuns(Benchmark benchmark, ResultsFile results, PrintStream progress) {
    this.benchmark = benchmark;
    this.results = results;
    this.progress = progress;
  }

  /**
   * Runs what is still missing of {@code pairs} counted pairs, and before them the two that don't
   * count.
   *
   * @throws VoidRunException if one run was void several times in a row
   */
  public void run(int pairs) throws Exception {
    List<ResultsFile.Run> done = results.read();
    List<Turn> missing = order(pairs).stream().filter(turn -> !isDone(done, turn)).toList();
    if (missing.stream().noneMatch(Turn::counts)) {
      return; // all pairs are there already: no need to warm up
    }
    for (Turn turn : missing) {
      Map<String, Double> values = runOnce(turn);
      if (turn.counts()) {
        results.append(new ResultsFile.Run(turn.round(), turn.side(), values));
      }
    }
  }

  private static boolean isDone(List<ResultsFile.Run> done, Turn turn) {
    return done.stream().anyMatch(r -> r.round() == turn.round() && r.side() == turn.side());
  }

  private Map<String, Double> runOnce(Turn turn) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        Map<String, Double> values = benchmark.run(turn.side(), turn.round());
        progress.printf(
            "round %d %s%s: %s%n",
            turn.round(), turn.side().label(), turn.counts() ? "" : " (does not count)", values);
        return values;
      } catch (VoidRunException e) {
        progress.printf(
            "round %d %s is void: %s%n", turn.round(), turn.side().label(), e.getMessage());
        if (attempt == MAX_VOID_RUNS) {
          throw e;
        }
      }
    }
  }

  /** Round 0 first, then ABBA: odd rounds start with ours, even ones with stock. */
  static List<Turn> order(int pairs) {
    List<Turn> turns = new ArrayList<>();
    for (int round = 0; round <= pairs; round++) {
      boolean oursFirst = round % 2 == 1;
      turns.add(new Turn(round, oursFirst ? Side.OURS : Side.STOCK));
      turns.add(new Turn(round, oursFirst ? Side.STOCK : Side.OURS));
    }
    return turns;
  }

  record Turn(int round, Side side) {

    boolean counts() {
      return round > 0;
    }
  }
}
