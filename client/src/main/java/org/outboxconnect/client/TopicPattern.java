package org.outboxconnect.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the relay makes a topic of an aggregate type.
 *
 * @param text holds {@value #PLACEHOLDER} once
 */
record TopicPattern(String text) {

  private static final String PLACEHOLDER = "${aggregate_type}";
  private static final int MAX_TOPIC_LENGTH = 249;
  // The table's own limit, whatever the topic is.
  private static final int MAX_TYPE_LENGTH = 242;
  private static final Pattern VALID =
      Pattern.compile("[a-zA-Z0-9._-]*" + Pattern.quote(PLACEHOLDER) + "[a-zA-Z0-9._-]*");

  static final TopicPattern DEFAULT = new TopicPattern("${aggregate_type}.events");

  TopicPattern {
    Matcher valid = VALID.matcher(text);
    if (!valid.matches() || text.length() - PLACEHOLDER.length() >= MAX_TOPIC_LENGTH) {
      throw new IllegalArgumentException(
          ("Topic pattern [%s] makes no topics: expected %s once, and around it at most %d of the"
                  + " characters a-z A-Z 0-9 . _ -. [Hint: use the pattern of the relay; the"
                  + " default is %s]")
              .formatted(
                  Text.printable(text, MAX_TOPIC_LENGTH),
                  PLACEHOLDER,
                  MAX_TOPIC_LENGTH - 1,
                  "${aggregate_type}.events"));
    }
  }

  /** How long an aggregate type may be, so that Kafka takes the topic. */
  int maxTypeLength() {
    return Math.min(MAX_TYPE_LENGTH, MAX_TOPIC_LENGTH - (text.length() - PLACEHOLDER.length()));
  }
}
