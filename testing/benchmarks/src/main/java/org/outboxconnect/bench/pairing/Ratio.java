package org.outboxconnect.bench.pairing;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * One figure divided by another, pair by pair.
 *
 * @param name name in the report
 * @param dividend of one side
 * @param divisor of the other side, or of the same
 * @param better which way is better
 * @param bar the worst median that is good enough, if there is such a promise
 */
public record Ratio(String name, Figure dividend, Figure divisor, Better better, OptionalDouble bar)
    implements Line {

  /** Refuses nulls. */
  public Ratio {
    requireNonNull(name, "name");
    requireNonNull(dividend, "dividend");
    requireNonNull(divisor, "divisor");
    requireNonNull(better, "better");
    requireNonNull(bar, "bar");
  }

  /** The same with a bar. */
  public Ratio withBar(double worst) {
    return new Ratio(name, dividend, divisor, better, OptionalDouble.of(worst));
  }

  /** Tells whether a ratio is worse than another. */
  public boolean isWorse(double found, double other) {
    return switch (better) {
      case HIGHER -> found < other;
      case LOWER -> found > other;
    };
  }

  /** The pair of a spread that is worst for us. */
  public double worst(double min, double max) {
    return switch (better) {
      case HIGHER -> min;
      case LOWER -> max;
    };
  }

  /** Which way is better. */
  public enum Better {
    HIGHER,
    LOWER
  }
}
