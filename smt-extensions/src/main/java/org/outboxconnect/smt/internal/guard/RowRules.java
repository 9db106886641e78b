package org.outboxconnect.smt.internal.guard;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.smt.internal.header.HeaderSelection;
import org.outboxconnect.smt.internal.header.HeaderSet;
import org.outboxconnect.smt.internal.header.InvalidHeadersException;
import org.outboxconnect.smt.internal.row.Column;
import org.outboxconnect.smt.internal.row.OutboxRow;

/**
 * What a row must have so that EventRouter, converters, producer and broker can deal with it. Knows
 * the topics that it has let pass; see {@link TopicNames} for threads.
 */
public final class RowRules {

  private static final String NO_OBJECT = "holds no JSON object";

  private final AggregateTypes types;
  private final TopicPattern pattern;
  private final TopicNames topics;
  private final int maxBytes;
  private final HeaderSelection selection;

  /**
   * Puts the rules together.
   *
   * @param types which aggregate types are allowed
   * @param pattern how topics are named
   * @param quarantineTopic the topic that no event may go to by itself
   * @param maxBytes of key, value and headers of a record together
   * @param selection which headers the record will have
   */
  public RowRules(
      AggregateTypes types,
      TopicPattern pattern,
      String quarantineTopic,
      int maxBytes,
      HeaderSelection selection) {
    this.types = types;
    this.pattern = pattern;
    this.topics = new TopicNames(quarantineTopic);
    this.maxBytes = maxBytes;
    this.selection = selection;
  }

  /**
   * Compares the settings with each other.
   *
   * @throws ConfigException if a listed type, or a pattern without a type, can have no topic, or if
   *     two listed types can't both have one
   */
  public void requireTopics(String typesKey, String patternKey) {
    Map<String, String> typesByName = new HashMap<>();
    for (String type : new TreeSet<>(types.listed())) { // in order, so that the text is the same
      String topic = pattern.topicOf(type);
      String fault = topics.faultOf(topic);
      if (fault != null) {
        throw new ConfigException(
            typesKey, type, "%s. [Hint: see %s]".formatted(fault, patternKey));
      }
      String other = typesByName.putIfAbsent(TopicNames.metricName(topic), type);
      if (other != null && !pattern.topicOf(other).equals(topic)) {
        throw new ConfigException(
            typesKey,
            type,
            "Kafka takes the topics of [%s] and [%s] for the same. [Hint: list one of them]"
                .formatted(other, type));
      }
    }
    String withoutType = pattern.topicOf("");
    if (withoutType.equals(pattern.topicOf("a")) && topics.faultOf(withoutType) != null) {
      throw new ConfigException(
          patternKey,
          withoutType,
          topics.faultOf(withoutType)
              + ". [Hint: choose another name, or another quarantine.topic]");
    }
  }

  /**
   * The first rule that the row breaks, or null.
   *
   * @param given the headers that the record has so far
   * @throws DataException if the table lacks a column or has one of another type: no fault of the
   *     row, every other would have it too
   */
  public @Nullable Violation brokenBy(OutboxRow row, Headers given) {
    String fault = Blank.faultOf(row.nullableText(Column.ID));
    if (fault != null) {
      return violation(Rule.EVENT_ID, Column.ID, fault, row);
    }
    String type = row.nullableText(Column.AGGREGATE_TYPE);
    String kept = type == null ? null : topics.keptFor(type);
    Violation broken = kept == null ? brokenByType(type, row) : null;
    if (broken == null) {
      broken = brokenByTexts(row);
    }
    if (broken == null) {
      broken = brokenByRecord(row, given);
    }
    if (broken == null && kept == null && type != null) {
      topics.keep(type, pattern.topicOf(type));
    }
    return broken;
  }

  private @Nullable Violation brokenByType(@Nullable String type, OutboxRow row) {
    String fault = AggregateTypes.faultOf(type);
    if (type == null || fault != null) {
      return violation(Rule.AGGREGATE_TYPE, Column.AGGREGATE_TYPE, String.valueOf(fault), row);
    }
    if (!types.allow(type)) {
      return new Violation(Rule.AGGREGATE_TYPE_NOT_LISTED, unlisted(type), topicFor(row));
    }
    String topicFault = topics.faultOf(pattern.topicOf(type));
    return topicFault == null ? null : new Violation(Rule.TOPIC_NAME, topicFault, topicFor(row));
  }

  /**
   * Says which topic is wanted: it may be one that nobody has made. A pattern without the type
   * gives a legal topic for a type of any length.
   */
  private String unlisted(String type) {
    String topic = pattern.topicOf(type);
    return TopicNames.isLegal(topic) && type.length() <= TopicNames.LONGEST
        ? "Aggregate type [%s] isn't listed; its topic would be [%s]".formatted(type, topic)
        : "Aggregate type of %d letters isn't listed".formatted(type.length());
  }

  private @Nullable Violation brokenByTexts(OutboxRow row) {
    String fault = Blank.faultOf(row.nullableText(Column.AGGREGATE_ID));
    if (fault != null) {
      return violation(Rule.AGGREGATE_ID, Column.AGGREGATE_ID, fault, row);
    }
    fault = Blank.faultOf(row.nullableText(Column.EVENT_TYPE));
    if (fault != null) {
      return violation(Rule.EVENT_TYPE, Column.EVENT_TYPE, fault, row);
    }
    return row.nullableText(Column.PAYLOAD) == null
        ? violation(Rule.PAYLOAD, Column.PAYLOAD, "is NULL", row)
        : null;
  }

  private @Nullable Violation brokenByRecord(OutboxRow row, Headers given) {
    try {
      HeaderSet.check(row, selection);
    } catch (InvalidHeadersException e) {
      return e.column() == Column.CREATED_AT && hasObject(row)
          ? violation(Rule.CREATED_AT, e.column(), e.finding(), row)
          : violation(Rule.HEADERS, Column.HEADERS, headersFault(e), row);
    }
    if (!hasObject(row)) {
      return violation(Rule.HEADERS, Column.HEADERS, NO_OBJECT, row);
    }
    if (RecordSize.isSurelyWithin(maxBytes, row, given)) {
      return null;
    }
    long bytes = RecordSize.of(row, HeaderSet.of(row, selection), given);
    return bytes <= maxBytes
        ? null
        : new Violation(
            Rule.RECORD_SIZE,
            "The record would have %d bytes, allowed are %d".formatted(bytes, maxBytes),
            topicFor(row));
  }

  private static String headersFault(InvalidHeadersException fault) {
    return fault.column() == Column.HEADERS ? fault.finding() : NO_OBJECT;
  }

  /** Whether headers that are valid JSON have members, or are NULL, which stands for none. */
  private static boolean hasObject(OutboxRow row) {
    String json = row.nullableText(Column.HEADERS);
    return json == null || isObject(json);
  }

  /** Of valid JSON the first character tells. */
  private static boolean isObject(String json) {
    int at = 0;
    while (json.charAt(at) <= ' ') {
      at++;
    }
    return json.charAt(at) == '{';
  }

  private Violation violation(Rule rule, Column column, String fault, OutboxRow row) {
    return new Violation(rule, "Column [%s] %s".formatted(column, fault), topicFor(row));
  }

  private String topicFor(OutboxRow row) {
    String type = row.textIfAny(Column.AGGREGATE_TYPE);
    if (AggregateTypes.faultOf(type) == null && type != null) {
      String topic = pattern.topicOf(type);
      return TopicNames.isLegal(topic) ? topic : row.topic();
    }
    return row.topic();
  }
}
