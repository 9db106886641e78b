package org.outboxconnect.smt.internal.row;

/** What a record of a connector is to the relay of an outbox. */
public sealed interface Captured {

  /**
   * No captured change of a table: heartbeat, tombstone, logical message, metadata and the like.
   */
  enum NoChange implements Captured {
    INSTANCE
  }

  /**
   * A change of an outbox table that adds no row.
   *
   * @param operation Debezium's code: {@code u}, {@code d}, {@code t} or another
   * @param table schema and name
   */
  record NoInsert(String operation, String table) implements Captured {}

  /**
   * A row that was added.
   *
   * @param row what stands in it
   */
  record Insert(OutboxRow row) implements Captured {}
}
