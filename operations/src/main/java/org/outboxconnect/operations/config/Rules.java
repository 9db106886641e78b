package org.outboxconnect.operations.config;

import java.util.List;
import java.util.stream.Stream;

/** All rules, in the order of the reference page. */
final class Rules {

  /**
   * Rules that belong together.
   *
   * @param title heading of the reference page
   * @param rules in order
   */
  record Group(String title, List<Rule> rules) {}

  static final List<Group> ALL =
      List.of(
          new Group("The file", FileRules.ALWAYS),
          new Group("Keys that nobody reads", FileRules.KEYS),
          new Group("Database: publication, slot, snapshot", DatabaseRules.ALL),
          new Group("Reading: tables, messages, heartbeat, memory", ReadingRules.ALL),
          new Group("Errors", ErrorRules.ALL),
          new Group("Converters", ConverterRules.ALL),
          new Group("Producer", ProducerRules.ALL),
          new Group("Topics", TopicRules.ALL),
          new Group("The chain of transformations", ChainRules.ALL),
          new Group("EventRouter", RouterRules.ALL),
          new Group("Our transformations", OurSteps.ALL),
          new Group("The worker's properties", WorkerRules.ALL));

  private Rules() {}

  /** All rules for Debezium's connector; for another one those that hold for any. */
  static List<Rule> forOne(Setup setup) {
    return FileRules.isDebezium(setup) ? all() : FileRules.ALWAYS;
  }

  static List<Rule> all() {
    return groups().flatMap(group -> group.rules().stream()).toList();
  }

  private static Stream<Group> groups() {
    return ALL.stream();
  }
}
