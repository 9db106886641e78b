package org.outboxconnect.client;

/** What is known of a connection's transaction without asking the server. */
enum TransactionStatus {
  /** A statement has failed; the server takes nothing but the end of the transaction. */
  ABORTED,

  /** Open, or not begun. */
  USABLE,

  /** The driver doesn't say. */
  UNKNOWN
}
