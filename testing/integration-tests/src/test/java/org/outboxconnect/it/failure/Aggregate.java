package org.outboxconnect.it.failure;

/** What one event is about: order holds among the events of one aggregate. */
record Aggregate(String type, String id) {

  @Override
  public String toString() {
    return type + "/" + id;
  }
}
