package org.outboxconnect.smt.internal.row;

/** The columns of the outbox table that become headers. */
public enum Column {
  ID("id"),
  EVENT_TYPE("event_type"),
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
