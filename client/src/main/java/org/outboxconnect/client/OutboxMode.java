package org.outboxconnect.client;

/**
 * How {@link OutboxWriter} writes an event. In each mode the event is published if, and only if,
 * the caller's transaction commits, and a call is one statement and one round trip.
 */
public enum OutboxMode {

  /**
   * The row is inserted and deleted in one call: the relay reads the insert from the WAL, and the
   * table stays empty. While the outbox has no usable replication slot the row is kept, so that
   * nothing is lost. Needs a CDC relay. Written events can't be replayed.
   */
  TRANSIENT("_write"),

  /**
   * The row is inserted and stays until housekeeping removes it. For a relay that polls the table,
   * or for a CDC relay when events shall be replayed later.
   */
  RETAINED("_append"),

  /**
   * No row: the event is a logical message in the WAL. Cheapest to write, and without dead rows for
   * vacuum. While the outbox has no usable replication slot the event becomes a row, so that
   * nothing is lost. Needs a CDC relay. Only where every role of the database is trusted, as each
   * may write such messages. That an id was written before isn't noticed.
   */
  WAL_MESSAGE("_emit");

  private final String functionSuffix;

  OutboxMode(String functionSuffix) {
    this.functionSuffix = functionSuffix;
  }

  /** What follows the table's name in the name of the function that writes. */
  String functionSuffix() {
    return functionSuffix;
  }
}
