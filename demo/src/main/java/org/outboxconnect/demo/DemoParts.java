package org.outboxconnect.demo;

import org.outboxconnect.client.Inbox;

/**
 * The two places in which a service uses Outbox Connect. Tests put broken ones in.
 *
 * @param transaction how the writer makes order and event one act
 * @param deduplication how the consumer tells repeats
 */
record DemoParts(OrderTransaction transaction, Deduplication deduplication) {

  /** As a service should have them. */
  static DemoParts sound() {
    return new DemoParts(new OutboxTransaction(), Inbox.forConsumer(OrderConsumer.GROUP)::record);
  }
}
