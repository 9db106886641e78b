package org.outboxconnect.it.failure;

/** One way in which what was consumed is not what was committed. */
record Difference(Kind kind, String text) {

  enum Kind {
    /** A record of a transaction, or of a part of one, that was rolled back. */
    GHOST,
    /** A record that no writer of ours knows. */
    UNKNOWN,
    /** A record under another topic or key than its event has. */
    MISROUTED,
    /** Records of one aggregate in two partitions, so that they have no order. */
    SCATTERED,
    /** No record of a committed event. */
    LOST,
    /** The first records of an aggregate's events don't come in the order of their commits. */
    REORDERED,
    /** A committed event without an effect. */
    NOT_APPLIED,
    /** An event with more than one effect. */
    APPLIED_TWICE,
    /** An effect of an event that was not committed. */
    APPLIED_GHOST
  }

  @Override
  public String toString() {
    return kind + ": " + text;
  }
}
