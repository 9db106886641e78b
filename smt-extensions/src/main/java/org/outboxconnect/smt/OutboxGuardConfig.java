package org.outboxconnect.smt;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;
import org.outboxconnect.smt.internal.guard.AggregateTypes;
import org.outboxconnect.smt.internal.guard.Quarantine;
import org.outboxconnect.smt.internal.guard.RowRules;
import org.outboxconnect.smt.internal.guard.TopicPattern;
import org.outboxconnect.smt.internal.guard.TopicRule;
import org.outboxconnect.smt.internal.header.HeaderSelection;

/** Settings of {@link OutboxGuard}. */
final class OutboxGuardConfig extends AbstractConfig {

  static final String TYPES_CONFIG = "aggregate.types";
  private static final String TYPES_DOC =
      "Aggregate types that may be sent; empty means all. An event of another type is a violation,"
          + " so that a typing error in a service makes no topic. No two whose topics differ in . and"
          + " _ only: Kafka can't have both.";

  static final String PATTERN_CONFIG = "topic.pattern";
  private static final String PATTERN_DOC =
      "Names of the topics. It must say the same as route.topic.replacement of EventRouter, which"
          + " writes the aggregate type as ${routedByValue}.";

  static final String SIZE_CONFIG = "payload.max.bytes";
  private static final String SIZE_DOC =
      "Largest record in bytes: key, payload, names and values of all headers, in UTF-8. It must"
          + " stay below max.request.size of the producer and max.message.bytes of the topics,"
          + " which count some bytes more; their default is 1048576. In 4096 bytes a quarantined"
          + " record always finds room.";

  static final String POLICY_CONFIG = "on.violation";
  private static final String POLICY_DOC =
      "What to do with an event that can't be sent. fail stops the task: nothing is lost, all events"
          + " keep their order and wait. quarantine sends the event to quarantine.topic and goes on;"
          + " later events of the same aggregate overtake it.";

  static final String QUARANTINE_CONFIG = "quarantine.topic";
  private static final String QUARANTINE_DOC =
      "Topic for events that can't be sent. No event may be routed there by its aggregate type.";

  private static final String FAIL = "fail";
  private static final String QUARANTINE = "quarantine";

  private static final String RULES = "Rules";
  private static final String VIOLATIONS = "Violations";

  static final ConfigDef CONFIG_DEF = HeaderSelection.addTo(policyIn(rulesIn(new ConfigDef())));

  private static ConfigDef rulesIn(ConfigDef settings) {
    return settings
        .define(
            TYPES_CONFIG,
            ConfigDef.Type.LIST,
            List.of(),
            AggregateTypes.Rules.INSTANCE,
            Importance.HIGH,
            TYPES_DOC,
            RULES,
            1,
            Width.LONG,
            "Aggregate types")
        .define(
            PATTERN_CONFIG,
            ConfigDef.Type.STRING,
            "${aggregate_type}.events",
            TopicPattern.Rules.INSTANCE,
            Importance.HIGH,
            PATTERN_DOC,
            RULES,
            2,
            Width.MEDIUM,
            "Topic pattern")
        .define(
            SIZE_CONFIG,
            ConfigDef.Type.INT,
            1_000_000,
            Range.atLeast(Quarantine.LEAST_BYTES),
            Importance.MEDIUM,
            SIZE_DOC,
            RULES,
            3,
            Width.SHORT,
            "Largest record");
  }

  private static ConfigDef policyIn(ConfigDef settings) {
    return settings
        .define(
            POLICY_CONFIG,
            ConfigDef.Type.STRING,
            FAIL,
            ValidString.in(FAIL, QUARANTINE),
            Importance.HIGH,
            POLICY_DOC,
            VIOLATIONS,
            1,
            Width.SHORT,
            "On violation")
        .define(
            QUARANTINE_CONFIG,
            ConfigDef.Type.STRING,
            "outbox.quarantine",
            TopicRule.INSTANCE,
            Importance.MEDIUM,
            QUARANTINE_DOC,
            VIOLATIONS,
            2,
            Width.MEDIUM,
            "Quarantine topic");
  }

  OutboxGuardConfig(Map<String, ?> settings) {
    super(CONFIG_DEF, settings, false); // doLog=false: one dump per task is noise
  }

  /**
   * The rules, with no topic passed yet.
   *
   * @throws ConfigException if no topic can be named after a listed type
   */
  RowRules rules() {
    RowRules rules =
        new RowRules(
            new AggregateTypes(Set.copyOf(getList(TYPES_CONFIG))),
            TopicPattern.parse(getString(PATTERN_CONFIG)),
            getString(QUARANTINE_CONFIG),
            getInt(SIZE_CONFIG),
            HeaderSelection.of(this));
    rules.requireTopics(TYPES_CONFIG, PATTERN_CONFIG);
    return rules;
  }

  /** Empty if a violation fails the task. */
  Optional<Quarantine> quarantine() {
    return getString(POLICY_CONFIG).equals(QUARANTINE)
        ? Optional.of(new Quarantine(getString(QUARANTINE_CONFIG), getInt(SIZE_CONFIG)))
        : Optional.empty();
  }
}
