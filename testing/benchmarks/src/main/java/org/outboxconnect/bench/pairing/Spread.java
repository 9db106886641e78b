package org.outboxconnect.bench.pairing;

import java.util.Collection;

/** Median and range of a set of figures. */
public record Spread(double median, double min, double max, int count) {

  /**
   * Spread of the given figures.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Spread of(Collection<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("values: at least one figure is needed, found none");
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1], sorted.length);
  }
}
