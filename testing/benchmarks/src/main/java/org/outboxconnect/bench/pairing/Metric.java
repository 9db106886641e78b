package org.outboxconnect.bench.pairing;

import static java.util.Objects.requireNonNull;

/**
 * What one run measures.
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

  /** How many times better ours is: above 1 is better, whichever way the metric points. */
  double ratio(double ours, double stock) {
    return switch (direction) {
      case HIGHER_IS_BETTER -> ours / stock;
      case LOWER_IS_BETTER -> stock / ours;
    };
  }

  /** Which way is better. */
  public enum Direction {
    HIGHER_IS_BETTER,
    LOWER_IS_BETTER
  }
}
