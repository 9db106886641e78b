package org.outboxconnect.demo;

import java.sql.Connection;
import java.sql.SQLException;
import org.outboxconnect.client.OutboxEvent;

/**
 * One business transaction: changes an order and announces it. A seam: tests put broken services
 * here to show that the demo notices.
 */
@FunctionalInterface
interface OrderTransaction {

  /**
   * Changes the order and commits.
   *
   * @param connection of this thread alone, auto-commit off, no open transaction
   * @throws SQLException if something failed; nothing is committed
   */
  void run(Connection connection, Order order, OutboxEvent event) throws SQLException;
}
