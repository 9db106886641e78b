package org.outboxconnect.monitor.verdict;

import java.util.Locale;

/** What is said about a slot; one word for each state that needs another action. */
public enum Verdict {
  /** Events flow. */
  HEALTHY,
  /** Nothing to do: nothing is outstanding and nothing moves. */
  IDLE,
  /** Behind, and getting nearer. */
  CATCHING_UP,
  /** The consumer confirms more slowly than WAL is written. */
  LAGGING,
  /** One large transaction is being decoded; nothing else can be confirmed meanwhile. */
  GIANT_TRANSACTION,
  /** A transaction that has written and stays open keeps WAL from being removed. */
  TRANSACTION_PINNED,
  /**
   * Nothing of the outbox is outstanding, but others' WAL can't be confirmed for want of events.
   */
  IDLE_PINNED,
  /** The consumer is connected and says nothing. */
  FROZEN_CONSUMER,
  /** The consumer gets everything and confirms nothing, while events wait. */
  COMMIT_BLOCKED,
  /** Nobody uses the slot. */
  NO_CONSUMER,
  /** Kafka Connect has given up a task. */
  TASK_FAILED,
  /** An expected slot isn't there. */
  SLOT_MISSING,
  /** The server has removed WAL that the slot needed. */
  SLOT_LOST,
  /** The slot is ahead of what Kafka Connect has: events were or will be skipped. */
  GAP,
  /** The publication doesn't publish the outbox. */
  PUBLICATION_WRONG,
  /** The slot holds row versions back from vacuum. */
  HORIZON,
  /** What would be needed to tell is not known. */
  UNKNOWN;

  /** The stable name in metrics and JSON. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
