package org.outboxconnect.client.examples;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import org.jooq.DSLContext;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/** jOOQ's own transactions. */
final class JooqOrders implements Orders {

  private final DSLContext database;
  private final OutboxWriter outbox;

  JooqOrders(DSLContext database, OutboxWriter outbox) {
    this.database = database;
    this.outbox = outbox;
  }

  // tag::jooq
  @Override
  public void place(String orderId, int total) {
    database.transaction(
        transaction -> {
          DSLContext inside = transaction.dsl(); // the outer one takes connections of its own
          inside
              .insertInto(table("orders"), field("id"), field("total"))
              .values(orderId, total)
              .execute();
          inside.connection(
              connection ->
                  outbox.append(
                      connection,
                      OutboxEvent.of(
                          "order", orderId, "OrderPlaced", "{\"total\": " + total + "}")));
        });
  }
  // end::jooq
}
