package org.outboxconnect.client;

/** What {@link Inbox#record} found. */
public enum InboxOutcome {

  /** This consumer had not recorded the message: apply it in the same transaction. */
  FIRST_TIME,

  /** This consumer has recorded the message before, and that was committed: skip it. */
  DUPLICATE
}
