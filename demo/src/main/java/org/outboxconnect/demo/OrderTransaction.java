package org.outboxconnect.demo;

import java.sql.Connection;
import java.sql.SQLException;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/**
 * One business transaction: changes an order and announces it. A seam: tests put broken services
 * here to show that the demo notices.
 */
@FunctionalInterface
interface OrderTransaction {

  /**
   * Changes the order and commits.
   *
   * @param outbox writes in the mode of this run
   * @param connection of this thread alone, auto-commit off, no open transaction
   * @throws SQLException if something failed; nothing is committed
   */
  void run(OutboxWriter outbox, Connection connection, Order order, OutboxEvent event)
      throws SQLException;
}
