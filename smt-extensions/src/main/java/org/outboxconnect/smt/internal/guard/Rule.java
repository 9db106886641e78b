package org.outboxconnect.smt.internal.guard;

import java.util.Locale;

/** What a row can break, in the order in which it is checked; the first broken one counts. */
public enum Rule {
  EVENT_ID,
  AGGREGATE_TYPE,
  AGGREGATE_TYPE_NOT_LISTED,
  TOPIC_NAME,
  AGGREGATE_ID,
  EVENT_TYPE,
  PAYLOAD,
  HEADERS,
  CREATED_AT,
  RECORD_SIZE,
  MESSAGE;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The name in headers, metrics and messages. */
  @Override
  public String toString() {
    return text;
  }
}
