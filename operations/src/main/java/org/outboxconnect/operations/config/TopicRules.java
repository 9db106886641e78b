package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The topics that Connect makes. */
final class TopicRules {

  private static final String DEFAULT = "default";
  private static final String SOME_EVENTS = "Order.events";

  static final List<Rule> ALL =
      List.of(
          refused("topic-compacted")
              .because(
                  "the key is the aggregate's id, so Kafka deletes all events of an aggregate but the last")
              .fix("leave cleanup.policy at delete for event topics")
              .seen("Kafka's manual on log compaction")
              .when(
                  setup ->
                      groups(setup)
                          .filter(group -> takesEvents(setup, group))
                          .map(group -> key(group, "cleanup.policy"))
                          .filter(
                              key ->
                                  setup
                                      .value(key)
                                      .map(value -> value.toLowerCase(Locale.ROOT))
                                      .filter(value -> value.contains("compact"))
                                      .isPresent())
                          .map(setup::found)),
          warning("topics-not-created")
              .because("the broker makes the topics, with its own partitions, or refuses to")
              .fix(
                  "set topic.creation.default.partitions and .replication.factor, or make topics ahead")
              .seen("Connect's manual on topic.creation.default")
              .when(
                  setup ->
                      Stream.of("partitions", "replication.factor")
                          .map(name -> key(DEFAULT, name))
                          .filter(key -> !setup.has(key))
                          .map(setup::found)),
          warning("topic-with-one-replica")
              .because("the events are lost with the disk of one broker")
              .fix("set it to -1, the broker's default, or to 3")
              .seen("Kafka's manual on replication")
              .when(
                  setup ->
                      groups(setup)
                          .filter(group -> takesEvents(setup, group))
                          .flatMap(
                              group ->
                                  setup.number(
                                      key(group, "replication.factor"), factor -> factor == 1))),
          warning("heartbeat-topic-like-events")
              .because(
                  "no group takes the heartbeat topic, so it gets as many partitions as event topics")
              .fix("add a group whose include names it, with one partition and a short retention")
              .seen("topic of Debezium's heartbeats, measured on 3.7.0")
              .when(TopicRules::heartbeatLikeEvents));

  private TopicRules() {}

  private static Stream<String> groups(Setup setup) {
    return Stream.concat(setup.list("topic.creation.groups").stream(), Stream.of(DEFAULT))
        .distinct();
  }

  /** Names can't be guessed: a group takes events unless it takes heartbeats and not all topics. */
  private static boolean takesEvents(Setup setup, String group) {
    return group.equals(DEFAULT)
        || !takes(setup, group, heartbeatTopic(setup).orElse("__debezium-heartbeat.x"))
        || takes(setup, group, SOME_EVENTS);
  }

  private static Stream<Found> heartbeatLikeEvents(Setup setup) {
    OptionalLong partitions = setup.number(key(DEFAULT, "partitions"));
    Optional<String> topic = heartbeatTopic(setup);
    boolean beats = setup.number("heartbeat.interval.ms").orElse(1) > 0;
    if (topic.isEmpty() || partitions.orElse(1) == 1 || !beats) {
      return Stream.empty();
    }
    return groups(setup)
            .filter(group -> !group.equals(DEFAULT))
            .anyMatch(group -> takes(setup, group, topic.get()))
        ? Stream.empty()
        : Stream.of(setup.found("topic.creation.groups"));
  }

  private static Optional<String> heartbeatTopic(Setup setup) {
    return setup.has("topic.heartbeat.name")
        ? setup.value("topic.heartbeat.name")
        : setup
            .value("topic.heartbeat.prefix")
            .flatMap(prefix -> setup.value("topic.prefix").map(name -> prefix + "." + name));
  }

  private static boolean takes(Setup setup, String group, String topic) {
    List<String> include = setup.list(key(group, "include"));
    return include.stream().anyMatch(pattern -> Messages.matches(pattern, topic));
  }

  private static String key(String group, String setting) {
    return "topic.creation." + group + "." + setting;
  }
}
