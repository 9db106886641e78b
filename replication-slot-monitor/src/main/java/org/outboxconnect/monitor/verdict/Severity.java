package org.outboxconnect.monitor.verdict;

/** How much a verdict matters, least first. */
public enum Severity {
  /** Nothing to do. */
  OK,
  /** Worth to know; may pass by itself. */
  INFO,
  /** Needs an action on a working day. */
  WARNING,
  /** Needs an action now. */
  CRITICAL;

  /** The higher of the two. */
  public Severity atLeast(Severity other) {
    return compareTo(other) < 0 ? other : this;
  }
}
