package org.outboxconnect.monitor.alert;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Messages that wait for a webhook: of each subject the newest only, and a limited number, however
 * long the webhook is dead. Safe for use by many threads.
 */
final class Undelivered {

  private final int capacity;
  private final Map<Subject, AlertMessage> waiting = new LinkedHashMap<>();

  Undelivered(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Adds a message, in place of an older one about the same subject; never waits.
   *
   * @return false if the oldest message had to go for it
   */
  synchronized boolean add(AlertMessage message) {
    boolean full = !waiting.containsKey(message.subject()) && waiting.size() >= capacity;
    if (full) {
      Iterator<Subject> oldest = waiting.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    waiting.put(message.subject(), message);
    notifyAll();
    return !full;
  }

  /** The oldest message, which stays; waits until there is one. */
  synchronized AlertMessage awaitFirst() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    return waiting.values().iterator().next();
  }

  /** Takes a message out, unless a newer one has taken its place. */
  synchronized void remove(AlertMessage message) {
    waiting.remove(message.subject(), message);
  }
}
