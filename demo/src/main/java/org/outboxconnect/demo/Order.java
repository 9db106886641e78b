package org.outboxconnect.demo;

/**
 * One change of one order: the aggregate of the demo.
 *
 * @param id the order's id, key of its records
 * @param version counts the changes of this order from 1 on, without a gap; consumers must see it
 *     rise
 */
record Order(String id, int version) {

  /** Aggregate type of every event here; routes to the topic {@code order.events}. */
  static final String AGGREGATE_TYPE = "order";

  /** Orders that change in turn. A multiple of the number of writer threads, see OrderWriter. */
  static final int ORDERS = 64;

  /** The change that the event with this number (from 0) is about. */
  static Order ofEvent(int number) {
    return new Order("order-" + number % ORDERS, number / ORDERS + 1);
  }

  String eventType() {
    return version == 1 ? "OrderPlaced" : "OrderChanged";
  }

  String payload() {
    // Not formatted: in some locales %d writes digits that JSON doesn't know.
    return "{\"orderId\": \"" + id + "\", \"version\": " + version + "}";
  }
}
