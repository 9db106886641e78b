package org.outboxconnect.smt.internal.guard;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** How topics are named after aggregate types. Immutable. */
public final class TopicPattern {

  private static final String PLACEHOLDER = "${aggregate_type}";

  private final List<String> pieces; // what stands before, between and after the placeholders

  private TopicPattern(List<String> pieces) {
    this.pieces = List.copyOf(pieces);
  }

  /** Reads a pattern that the validator has passed. */
  public static TopicPattern parse(String pattern) {
    List<String> pieces = new ArrayList<>();
    int start = 0;
    for (int at = pattern.indexOf(PLACEHOLDER); at >= 0; at = pattern.indexOf(PLACEHOLDER, start)) {
      pieces.add(pattern.substring(start, at));
      start = at + PLACEHOLDER.length();
    }
    pieces.add(pattern.substring(start));
    return new TopicPattern(pieces);
  }

  /** The topic for an aggregate type, legal or not. */
  public String topicOf(String aggregateType) {
    return String.join(aggregateType, pieces);
  }

  /** Refuses a pattern that gives no topic whatever the type is. */
  public enum Rules implements Validator {
    INSTANCE;

    @Override
    public void ensureValid(String key, Object value) {
      List<String> pieces = parse(value.toString()).pieces;
      String literal = String.join("", pieces);
      if (TopicNames.illegalCharacter(literal) >= 0) {
        throw new ConfigException(
            key,
            value,
            "Expected a topic name, in which only %s is replaced. [Hint: letters, digits, . _ -]"
                .formatted(PLACEHOLDER));
      }
      if (value.toString().isEmpty() || literal.length() > TopicNames.LONGEST) {
        throw new ConfigException(
            key,
            value,
            "Expected 1 to %d characters. [Hint: write %s where the type stands]"
                .formatted(TopicNames.LONGEST, PLACEHOLDER));
      }
      if (pieces.size() == 1 && (!TopicNames.isLegal(literal) || TopicNames.isKafkasOwn(literal))) {
        throw new ConfigException(
            key, value, "Kafka can't have this topic for events. [Hint: choose another name]");
      }
    }

    @Override
    public String toString() {
      return "topic name with " + PLACEHOLDER + " in it";
    }
  }
}
