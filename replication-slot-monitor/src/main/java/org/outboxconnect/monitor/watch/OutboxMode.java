package org.outboxconnect.monitor.watch;

/** How events leave an outbox; it decides how waiting events can be told. */
public enum OutboxMode {
  /** Rows come and go in one transaction; the table is always empty. */
  TRANSIENT,
  /** Rows stay, a slot relays them. */
  RETAINED,
  /** Events are WAL messages; there are no rows. */
  WAL_MESSAGE,
  /** Rows stay, a polling relay marks them; there is no slot. */
  POLLING
}
