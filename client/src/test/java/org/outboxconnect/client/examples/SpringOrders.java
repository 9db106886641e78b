package org.outboxconnect.client.examples;

import org.outboxconnect.client.OutboxEvent;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** A service of Spring that writes by JDBC. */
public class SpringOrders implements Orders {

  private final JdbcTemplate jdbc;
  private final SpringOutbox outbox;

  public SpringOrders(JdbcTemplate jdbc, SpringOutbox outbox) {
    this.jdbc = jdbc;
    this.outbox = outbox;
  }

  // tag::spring
  @Override
  @Transactional
  public void place(String orderId, int total) {
    jdbc.update("INSERT INTO orders (id, total) VALUES (?, ?)", orderId, total);
    outbox.append(OutboxEvent.of("order", orderId, "OrderPlaced", "{\"total\": " + total + "}"));
  }
  // end::spring
}
