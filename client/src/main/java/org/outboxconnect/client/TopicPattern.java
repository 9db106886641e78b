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
  private static final int SHOWN = 80;
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

  /** Refuses an aggregate type that can't name a topic, or not one that Kafka takes. */
  void checkType(String type) throws EventFault {
    if (type.isBlank()) {
      throw fault("aggregate type is blank");
    }
    for (int i = 0; i < type.length(); i++) {
      if (!isTopicCharacter(type.charAt(i))) {
        String illegal = Character.toString(type.codePointAt(i));
        throw fault(
            "aggregate type [%s] can't name a topic: character [%s] at position %d"
                .formatted(Text.printable(type, SHOWN), Text.printable(illegal, 1), i));
      }
    }
    if (type.equals(".") || type.equals("..")) {
      throw fault("aggregate type [%s] can't name a topic".formatted(type));
    }
    if (type.length() > maxTypeLength()) {
      throw fault(
          "aggregate type [%s] has %d characters, more than %d"
              .formatted(Text.printable(type, SHOWN), type.length(), maxTypeLength()));
    }
  }

  private static boolean isTopicCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }

  private EventFault fault(String problem) {
    return new EventFault(
        problem,
        "the topic is %s: use ASCII letters, digits, '.', '_' and '-', at most %d of them"
            .formatted(text, maxTypeLength()));
  }

  /** How long an aggregate type may be, so that Kafka takes the topic and the table the type. */
  private int maxTypeLength() {
    return Math.min(MAX_TYPE_LENGTH, MAX_TOPIC_LENGTH - (text.length() - PLACEHOLDER.length()));
  }
}
