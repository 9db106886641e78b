package org.outboxconnect.bench.pairing;

/** What becomes one line of the report. */
public sealed interface Line permits Ratio, Figure {

  /** Lower snake case, unique in a benchmark. */
  String name();
}
