package org.outboxconnect.client.examples;

import org.hibernate.SessionFactory;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/** Hibernate without a container. */
final class HibernateOrders implements Orders {

  private final SessionFactory sessions;
  private final OutboxWriter outbox;

  HibernateOrders(SessionFactory sessions, OutboxWriter outbox) {
    this.sessions = sessions;
    this.outbox = outbox;
  }

  // tag::hibernate
  @Override
  public void place(String orderId, int total) {
    sessions.inTransaction(
        session -> {
          session.persist(new Order(orderId, total));
          session.doWork(
              connection ->
                  outbox.append(
                      connection,
                      OutboxEvent.of(
                          "order", orderId, "OrderPlaced", "{\"total\": " + total + "}")));
        });
  }
  // end::hibernate
}
