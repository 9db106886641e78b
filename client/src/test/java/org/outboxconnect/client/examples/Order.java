package org.outboxconnect.client.examples;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** An order as JPA sees it. */
@Entity
@Table(name = "orders")
class Order {

  @Id private String id;
  private int total;

  protected Order() {} // for JPA

  Order(String id, int total) {
    this.id = id;
    this.total = total;
  }

  String id() {
    return id;
  }

  int total() {
    return total;
  }
}
