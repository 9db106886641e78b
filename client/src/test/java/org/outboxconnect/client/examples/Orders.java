package org.outboxconnect.client.examples;

/** What every example does: one order and its event, in one transaction. */
interface Orders {

  void place(String orderId, int total) throws Exception;
}
