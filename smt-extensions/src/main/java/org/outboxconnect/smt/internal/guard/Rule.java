package org.outboxconnect.smt.internal.guard;

import java.util.Locale;

/** What a row can break, in the order in which it is checked; the first broken one counts. */
public enum Rule {
  EVENT_ID(Hints.COLUMN),
  AGGREGATE_TYPE(Hints.COLUMN),
  AGGREGATE_TYPE_NOT_LISTED("list the type in aggregate.types"),
  TOPIC_NAME("name topics in another way, by topic.pattern and route.topic.replacement"),
  AGGREGATE_ID(Hints.COLUMN),
  EVENT_TYPE(Hints.COLUMN),
  PAYLOAD(Hints.COLUMN),
  HEADERS("headers.exclude, or a list in headers.include, of guard and headers, drops a member"),
  CREATED_AT("with created.at.header=false, of guard and headers, the column isn't read"),
  RECORD_SIZE("raise payload.max.bytes, after the limits of producer, broker and topic"),
  MESSAGE("no setting makes it an event, and only outbox_emit should write such a prefix");

  /** A holder, as constants of an enum can't be used before they are declared. */
  private static final class Hints {
    static final String COLUMN =
        "no setting allows it; the constraints that outbox_create makes keep such rows out";
  }

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  private final String hint;

  Rule(String hint) {
    this.hint = hint;
  }

  /** What to do, apart from taking the event aside; to be read in brackets. */
  public String hint() {
    return hint;
  }

  /** The name in headers, metrics and messages. */
  @Override
  public String toString() {
    return text;
  }
}
