package org.outboxconnect.bench.pairing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The lines that scripts read: {@code RATIO <name> <median> <min> <max> <pairs>} and {@code FIGURE
 * <name> <median> <min> <max> <runs> <unit>}.
 */
public final class Report {

  private final List<Line> content;
  private final List<ResultsFile.Run> runs;

  /** A report of the given runs; the content gives the order. */
  public Report(List<Line> content, List<ResultsFile.Run> runs) {
    this.content = List.copyOf(content);
    this.runs = List.copyOf(runs);
  }

  /** All lines as text. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Line line : content) {
      if (line instanceof Ratio ratio) {
        lines.add(text("RATIO", ratio, spread(ratio), ""));
      } else if (line instanceof Figure figure) {
        lines.add(text("FIGURE", figure, Spread.of(values(figure).values()), " " + figure.unit()));
      }
    }
    return lines;
  }

  /** The ratios with their spread, in the order of the report. */
  public Map<Ratio, Spread> ratios() {
    Map<Ratio, Spread> ratios = new LinkedHashMap<>();
    for (Line line : content) {
      if (line instanceof Ratio ratio) {
        ratios.put(ratio, spread(ratio));
      }
    }
    return ratios;
  }

  /** The figures with a bar, and their spread, in the order of the report. */
  public Map<Figure, Spread> figuresWithBar() {
    Map<Figure, Spread> figures = new LinkedHashMap<>();
    for (Line line : content) {
      if (line instanceof Figure figure && figure.bar().isPresent()) {
        figures.put(figure, Spread.of(values(figure).values()));
      }
    }
    return figures;
  }

  private Spread spread(Ratio ratio) {
    Map<Integer, Double> divisors = values(ratio.divisor());
    List<Double> ratios = new ArrayList<>();
    values(ratio.dividend())
        .forEach(
            (round, dividend) -> {
              Double divisor = divisors.get(round);
              if (divisor != null) {
                ratios.add(ratio.value(dividend, divisor));
              }
            });
    return Spread.of(ratios);
  }

  private Map<Integer, Double> values(Figure figure) {
    Map<Integer, Double> values = new TreeMap<>();
    for (ResultsFile.Run run : runs) {
      Double value = run.values().get(figure.key());
      if (run.side() == figure.side() && value != null) {
        values.put(run.round(), value);
      }
    }
    return values;
  }

  private static String text(String kind, Line line, Spread spread, String suffix) {
    return String.format(
        Locale.ROOT,
        "%s %s %.3f %.3f %.3f %d%s",
        kind,
        line.name(),
        spread.median(),
        spread.min(),
        spread.max(),
        spread.count(),
        suffix);
  }
}
