package org.outboxconnect.operations.config;

/** How bad a {@link Finding} is. */
public enum Severity {
  /** Events can be lost, doubled without an end, reordered, changed or stuck; don't deploy this. */
  REFUSED,
  /** Works, at a price or on a condition that the file alone can't show. */
  WARNING
}
