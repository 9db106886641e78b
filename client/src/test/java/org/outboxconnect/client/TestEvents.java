package org.outboxconnect.client;

/** Events with valid defaults, so that a test shows only what it is about. */
final class TestEvents {

  private TestEvents() {}

  static OutboxEvent.Builder anEvent() {
    return OutboxEvent.builder()
        .aggregateType("order")
        .aggregateId("42")
        .eventType("OrderPlaced")
        .payloadJson("{\"total\": 7}");
  }
}
