package org.outboxconnect.bench.pairing;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * One figure set against another, pair by pair.
 *
 * @param name name in the report
 * @param form what is made of the two
 * @param dividend of one side
 * @param divisor of the other side, or of the same
 * @param better which way is better
 * @param bar the worst median that is good enough, if there is such a promise
 */
public record Ratio(
    String name, Form form, Figure dividend, Figure divisor, Better better, OptionalDouble bar)
    implements Line {

  /** Refuses nulls. */
  public Ratio {
    requireNonNull(name, "name");
    requireNonNull(form, "form");
    requireNonNull(dividend, "dividend");
    requireNonNull(divisor, "divisor");
    requireNonNull(better, "better");
    requireNonNull(bar, "bar");
  }

  /** A quotient that promises nothing. */
  public static Ratio of(String name, Figure dividend, Figure divisor, Better better) {
    return new Ratio(name, Form.QUOTIENT, dividend, divisor, better, OptionalDouble.empty());
  }

  /** The share of a whole that is gone when a part is left out: the lower, the better. */
  public static Ratio share(String name, Figure whole, Figure withoutPart) {
    return new Ratio(name, Form.SHARE, whole, withoutPart, Better.LOWER, OptionalDouble.empty());
  }

  /** The same with a bar. */
  public Ratio withBar(double worst) {
    return new Ratio(name, form, dividend, divisor, better, OptionalDouble.of(worst));
  }

  double value(double dividendValue, double divisorValue) {
    return switch (form) {
      case QUOTIENT -> dividendValue / divisorValue;
      case SHARE -> (dividendValue - divisorValue) / dividendValue;
    };
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

  /** What is made of the two figures. */
  public enum Form {
    QUOTIENT,
    SHARE
  }

  /** Which way is better. */
  public enum Better {
    HIGHER,
    LOWER
  }
}
