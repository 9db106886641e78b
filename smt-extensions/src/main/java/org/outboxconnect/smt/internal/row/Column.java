package org.outboxconnect.smt.internal.row;

/** The columns of the outbox table that an event is made of. */
public enum Column {
  ID("id"),
  AGGREGATE_TYPE("aggregate_type"),
  AGGREGATE_ID("aggregate_id"),
  EVENT_TYPE("event_type"),
  PAYLOAD("payload"),
  HEADERS("headers"),
  CREATED_AT("created_at");

  private final String sqlName;

  Column(String sqlName) {
    this.sqlName = sqlName;
  }

  /** The name in SQL. */
  @Override
  public String toString() {
    return sqlName;
  }
}
