package org.outboxconnect.smt.internal.guard;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What Kafka accepts as the name of a topic, beside the names that are in use already. Keeps a
 * bounded number of names: one that comes when it is full is checked and not kept.
 *
 * <p>Safe for use by many threads, but for two colliding names that come first at the same moment;
 * a task has one thread.
 */
final class TopicNames {

  static final int LONGEST = 249;
  static final int CAPACITY = 10_000;

  /** By metric name: Kafka's own, on any cluster. No producer may write to them. */
  private static final Set<String> INTERNAL =
      Set.of(
          "__consumer_offsets", "__transaction_state", "__share_group_state", "__cluster_metadata");

  private final Map<String, String> topicsByType = new ConcurrentHashMap<>();
  private final Map<String, String> topicsByMetricName = new ConcurrentHashMap<>();
  private final String reserved;

  TopicNames(String reserved) {
    this.reserved = reserved;
  }

  /** The topic of a type whose topic was {@link #keep kept}, null for others. */
  @Nullable String keptFor(String aggregateType) {
    return topicsByType.get(aggregateType);
  }

  /** Remembers a name that has no fault. */
  void keep(String aggregateType, String topic) {
    if (topicsByType.size() < CAPACITY && aggregateType.length() <= LONGEST) {
      topicsByType.put(aggregateType, topic);
      topicsByMetricName.putIfAbsent(metricName(topic), topic);
    }
  }

  /** Why Kafka, or a reader of the reserved topic, would have trouble with the name; or null. */
  @Nullable String faultOf(String topic) {
    if (!isLegal(topic)) {
      return topic.length() > LONGEST
          ? "The topic name would have %d characters, Kafka allows %d"
              .formatted(topic.length(), LONGEST)
          : "The topic name would be one that Kafka refuses";
    }
    if (isKafkasOwn(topic)) {
      return "The topic would be [%s], and Kafka keeps that name for itself".formatted(topic);
    }
    if (collide(topic, reserved)) {
      return "The topic would be [%s], and [%s] is for quarantined events"
          .formatted(topic, reserved);
    }
    String other = topicsByMetricName.get(metricName(topic));
    return other == null || other.equals(topic)
        ? null
        : "The topic would be [%s]; Kafka takes it for the same as [%s], which is in use"
            .formatted(topic, other);
  }

  int size() {
    return topicsByType.size();
  }

  /** Whether Kafka has a topic of this name, or one that it takes for the same, for itself. */
  static boolean isKafkasOwn(String topic) {
    return INTERNAL.contains(metricName(topic));
  }

  /** Whether Kafka can have a topic of this name. */
  static boolean isLegal(String topic) {
    return !topic.isEmpty()
        && topic.length() <= LONGEST
        && !topic.equals(".")
        && !topic.equals("..")
        && illegalCharacter(topic) < 0;
  }

  /** Where the first character is that no topic name can have; -1 if there is none. */
  static int illegalCharacter(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean legal =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '.'
              || c == '_'
              || c == '-';
      if (!legal) {
        return i;
      }
    }
    return -1;
  }

  /** Kafka names metrics after topics, with underscores for dots, and wants them to be unique. */
  static boolean collide(String one, String other) {
    return metricName(one).equals(metricName(other));
  }

  static String metricName(String topic) {
    return topic.replace('.', '_');
  }
}
