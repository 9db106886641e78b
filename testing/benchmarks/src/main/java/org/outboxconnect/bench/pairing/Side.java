package org.outboxconnect.bench.pairing;

import java.util.Locale;

/** The two that a benchmark compares. */
public enum Side {
  OURS,
  STOCK;

  /** Lower-case form, as it stands in names of figures and in the results file. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
