package org.outboxconnect.bench.pairing;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What a run of either side measures, so that the sides can be compared.
 *
 * @param name lower snake case, for example {@code drain_throughput}
 * @param unit unit of the figure, for example {@code events_per_s}
 * @param direction which way is better; it decides how the ratio is formed
 */
public record Metric(String name, String unit, Direction direction) {

  /** Refuses nulls. */
  public Metric {
    requireNonNull(name, "name");
    requireNonNull(unit, "unit");
    requireNonNull(direction, "direction");
  }

  /**
   * The ratio, how many times better ours is (above 1 is better, whichever way the metric points),
   * and the figures of both sides.
   */
  public List<Line> lines() {
    Figure ours = figure(Side.OURS);
    Figure stock = figure(Side.STOCK);
    Ratio ratio =
        switch (direction) {
          case HIGHER_IS_BETTER -> ratio(ours, stock);
          case LOWER_IS_BETTER -> ratio(stock, ours);
        };
    return List.of(ratio, ours, stock);
  }

  private Figure figure(Side side) {
    return new Figure(name + "_" + side.label(), side, name, unit);
  }

  private Ratio ratio(Figure dividend, Figure divisor) {
    return Ratio.of(name, dividend, divisor, Ratio.Better.HIGHER);
  }

  /** Which way is better. */
  public enum Direction {
    HIGHER_IS_BETTER,
    LOWER_IS_BETTER
  }
}
