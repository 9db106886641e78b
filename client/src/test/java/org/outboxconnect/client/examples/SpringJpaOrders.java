package org.outboxconnect.client.examples;

import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import org.hibernate.Session;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.springframework.transaction.annotation.Transactional;

/** A service of Spring that writes by JPA. */
public class SpringJpaOrders implements Orders {

  private final OutboxWriter outbox;

  // tag::spring-jpa
  @PersistenceContext private EntityManager orders;

  public SpringJpaOrders(OutboxWriter outbox) {
    this.outbox = outbox;
  }

  @Override
  @Transactional
  public void place(String orderId, int total) {
    orders.persist(new Order(orderId, total));
    orders
        .unwrap(Session.class)
        .doWork(
            connection ->
                outbox.append(
                    connection,
                    OutboxEvent.of("order", orderId, "OrderPlaced", "{\"total\": " + total + "}")));
  }
  // end::spring-jpa
}
