package org.outboxconnect.bench.pairing;

import static java.util.Objects.requireNonNull;

import java.util.OptionalDouble;

/**
 * A value that each run of one side measures.
 *
 * @param name name in the report, for example {@code drain_throughput_ours}
 * @param side whose runs have it
 * @param key its key among the values of a run
 * @param unit for example {@code events_per_s}
 * @param bar the highest median that is good enough, if there is such a promise
 */
public record Figure(String name, Side side, String key, String unit, OptionalDouble bar)
    implements Line {

  /** Refuses nulls. */
  public Figure {
    requireNonNull(name, "name");
    requireNonNull(side, "side");
    requireNonNull(key, "key");
    requireNonNull(unit, "unit");
    requireNonNull(bar, "bar");
  }

  /** A figure that promises nothing. */
  public Figure(String name, Side side, String key, String unit) {
    this(name, side, key, unit, OptionalDouble.empty());
  }

  /** A figure of which only one side has one: its key is its name. */
  public static Figure of(Side side, String name, String unit) {
    return new Figure(name, side, name, unit);
  }

  /** The same with a bar. */
  public Figure withBar(double highest) {
    return new Figure(name, side, key, unit, OptionalDouble.of(highest));
  }
}
