package org.outboxconnect.bench.pairing;

import static java.util.Objects.requireNonNull;

/**
 * A value that each run of one side measures.
 *
 * @param name name in the report, for example {@code drain_throughput_ours}
 * @param side whose runs have it
 * @param key its key among the values of a run
 * @param unit for example {@code events_per_s}
 */
public record Figure(String name, Side side, String key, String unit) implements Line {

  /** Refuses nulls. */
  public Figure {
    requireNonNull(name, "name");
    requireNonNull(side, "side");
    requireNonNull(key, "key");
    requireNonNull(unit, "unit");
  }

  /** A figure of which only one side has one: its key is its name. */
  public static Figure of(Side side, String name, String unit) {
    return new Figure(name, side, name, unit);
  }
}
