package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxGuardTest.guard;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.ConfigValue;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardConfigTest {

  /** What Connect's validation can see: the definitions alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aggregate.types | my order | character that no topic name can have, at position 3 of 8",
        "aggregate.types | order,,customer | Aggregate type [] is blank",
        "aggregate.types | order,.. | Aggregate type [..] consists of dots",
        "topic.pattern | ${aggregateType}.events | only ${aggregate_type} is replaced",
        "topic.pattern | ${routedByValue}.events | only ${aggregate_type} is replaced",
        "topic.pattern | events/${aggregate_type} | only ${aggregate_type} is replaced",
        "payload.max.bytes | 4095 | Value must be at least 4096",
        "payload.max.bytes | 1MB | Not a number of type INT",
        "on.violation | skip | String must be one of: fail, quarantine",
        "on.violation | Quarantine | String must be one of: fail, quarantine",
        "quarantine.topic | my quarantine | Expected a topic name: 1 to 249 of a-z A-Z 0-9 . _ -",
        "quarantine.topic | .. | Expected a topic name",
        "quarantine.topic | __consumer_offsets | Expected a topic name",
        "quarantine.topic | __cluster.metadata | none of Kafka's own",
        "topic.pattern | __share_group_state | Kafka can't have this topic for events",
        "topic.pattern | .. | Kafka can't have this topic for events",
        "headers.include | eventId | never taken from a row",
        "created.at.header | yes | Expected value to be either true or false",
      })
  void should_report_the_key_when_its_value_alone_is_wrong(
      String key, String value, String message) {
    List<ConfigValue> validated = new OutboxGuard<>().config().validate(Map.of(key, value));

    assertThat(validated)
        .filteredOn(one -> !one.errorMessages().isEmpty())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.name()).isEqualTo(key);
              assertThat(one.errorMessages()).first().asString().contains(message);
              if (!message.matches("(Value|String) must be.*|Not a number.*|Expected value .*")) {
                assertThat(one.errorMessages()).first().asString().contains("[Hint: ");
              }
            });
    assertThatThrownBy(() -> guard(Map.of(key, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void should_refuse_an_unknown_key_with_a_suggestion() {
    assertThatThrownBy(() -> guard(Map.of("on.violations", "fail")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(
            "Unknown settings [on.violations] of OutboxGuard", "did you mean on.violation");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order,bad | bad.events | ${aggregate_type}.events | aggregate.types",
        "order,bad | bad_events | ${aggregate_type}.events | aggregate.types",
        "order | outbox.quarantine | events | -",
        "'' | events | events | topic.pattern",
        "order | events | events | aggregate.types",
      })
  void should_refuse_a_quarantine_topic_when_events_go_there(
      String types, String quarantine, String pattern, String key) {
    Map<String, String> settings =
        Map.of("aggregate.types", types, "quarantine.topic", quarantine, "topic.pattern", pattern);

    if (key.equals("-")) {
      guard(settings);
    } else {
      assertThatThrownBy(() -> guard(settings))
          .isInstanceOf(ConfigException.class)
          .hasMessageContainingAll(key, "is for quarantined events", "[Hint: ");
    }
  }

  /** The second is the same as the first to Kafka. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "__consumer_offsets",
        "__consumer.offsets",
        "__transaction_state",
        "__share_group_state",
        "__cluster_metadata"
      })
  void should_refuse_a_type_when_its_topic_would_be_one_of_kafkas_own(String type) {
    Map<String, String> bare =
        Map.of("topic.pattern", "${aggregate_type}", "on.violation", "quarantine");
    SourceRecord record = anOutboxInsert().with("aggregate_type", type).build();

    assertThat(QuarantinedRecords.headers(guard(bare).apply(record)))
        .containsEntry("outbox.rule", "topic-name")
        .containsEntry(
            "outbox.reason",
            "The topic would be [%s], and Kafka keeps that name for itself".formatted(type));
    assertThat(guard(Map.of()).apply(record)).isSameAs(record); // with .events it is another name
    assertThatThrownBy(
            () -> guard(Map.of("topic.pattern", "${aggregate_type}", "aggregate.types", type)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll("aggregate.types", "Kafka keeps that name", "[Hint: ");
  }

  @Test
  void should_refuse_a_listed_type_when_its_topic_would_be_too_long() {
    assertThatThrownBy(() -> guard(Map.of("aggregate.types", "order," + "x".repeat(243))))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(
            "aggregate.types", "250 characters, Kafka allows 249", "topic.pattern");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${aggregate_type}.events", "${aggregate_type}", "a_${aggregate_type}"})
  void should_refuse_two_listed_types_when_kafka_takes_their_topics_for_the_same(String pattern) {
    assertThatThrownBy(
            () ->
                guard(Map.of("aggregate.types", "order_item,order.item", "topic.pattern", pattern)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContainingAll(
            "aggregate.types", "topics of [order.item] and [order_item] for the same", "[Hint: ");
  }

  @Test
  void should_take_two_such_types_when_all_events_share_one_topic() {
    Map<String, String> settings =
        Map.of("aggregate.types", "order.item,order_item", "topic.pattern", "all.events");
    OutboxGuard<SourceRecord> guard = guard(settings);

    assertThat(List.of("order.item", "order_item"))
        .allSatisfy(
            type -> {
              SourceRecord record = anOutboxInsert().with("aggregate_type", type).build();
              assertThat(guard.apply(record)).isSameAs(record);
            });
  }

  @ParameterizedTest
  @CsvSource({
    "${aggregate_type}.events, order.events",
    "shop.${aggregate_type}, shop.order",
    "${aggregate_type}, order",
    "all-events, all-events",
    "${aggregate_type}-${aggregate_type}, order-order"
  })
  void should_name_topics_by_the_pattern(String pattern, String topic) {
    Map<String, String> settings = Map.of("topic.pattern", pattern, "on.violation", "quarantine");
    SourceRecord record = anOutboxInsert().with("payload", null).build();

    assertThat(QuarantinedRecords.header(guard(settings).apply(record), "outbox.topic"))
        .isEqualTo(topic);
  }

  @Test
  void should_take_the_headers_settings_into_the_size() {
    String headers = "{\"a\": \"" + "x".repeat(5000) + "\", \"b\": \"y\"}";
    SourceRecord record = anOutboxInsert().with("headers", headers).build();

    assertThat(guard(Map.of("payload.max.bytes", "4096", "headers.exclude", "a")).apply(record))
        .isSameAs(record);
    assertThat(guard(Map.of("payload.max.bytes", "4096", "headers.include", "b")).apply(record))
        .isSameAs(record);
    assertThatThrownBy(() -> guard(Map.of("payload.max.bytes", "4096")).apply(record))
        .hasMessageContaining("rule [record-size], The record would have ");
  }
}
