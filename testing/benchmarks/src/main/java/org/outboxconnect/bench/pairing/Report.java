package org.outboxconnect.bench.pairing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lines that scripts read: {@code RATIO <name> <median> <min> <max> <pairs>} (above 1: ours is
 * better) and {@code FIGURE <name>_<side> <median> <min> <max> <runs> <unit>}.
 */
public final class Report {

  private final List<Metric> metrics;
  private final List<ResultsFile.Run> runs;

  /** A report of the given runs; metrics give the order. */
  public Report(List<Metric> metrics, List<ResultsFile.Run> runs) {
    this.metrics = List.copyOf(metrics);
    this.runs = List.copyOf(runs);
  }

  /** All lines, a ratio and two figures per metric. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Metric metric : metrics) {
      lines.add(line("RATIO", metric.name(), ratios(metric), ""));
      for (Side side : Side.values()) {
        Spread figures = Spread.of(values(metric, side).values());
        lines.add(line("FIGURE", metric.name() + "_" + side.label(), figures, " " + metric.unit()));
      }
    }
    return lines;
  }

  /** Spread of the ratios, pair by pair. */
  public Spread ratios(Metric metric) {
    Map<Integer, Double> stock = values(metric, Side.STOCK);
    List<Double> ratios = new ArrayList<>();
    values(metric, Side.OURS)
        .forEach(
            (round, ours) -> {
              Double other = stock.get(round);
              if (other != null) {
                ratios.add(metric.ratio(ours, other));
              }
            });
    return Spread.of(ratios);
  }

  private Map<Integer, Double> values(Metric metric, Side side) {
    Map<Integer, Double> values = new TreeMap<>();
    for (ResultsFile.Run run : runs) {
      Double value = run.values().get(metric.name());
      if (run.side() == side && value != null) {
        values.put(run.round(), value);
      }
    }
    return values;
  }

  private static String line(String kind, String name, Spread spread, String suffix) {
    return String.format(
        Locale.ROOT,
        "%s %s %.3f %.3f %.3f %d%s",
        kind,
        name,
        spread.median(),
        spread.min(),
        spread.max(),
        spread.count(),
        suffix);
  }
}
