package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.smt.internal.header.JsonTexts;

/**
 * What {@link OutboxGuard} lets pass, and by which rule it doesn't; {@link OutboxGuardTopicTest} is
 * about topics.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardTest {

  private static final String EVENT =
      "event [%s] of table [public.outbox] on topic [outbox.public.outbox] at LSN [4711]"
          .formatted(EVENT_ID);

  /** What to change, where anything can be changed. */
  private static final Map<String, String> HINTS =
      Map.of(
          "aggregate-type-not-listed", "aggregate.types",
          "topic-name", "topic.pattern",
          "headers", "headers.exclude",
          "created-at", "created.at.header=false",
          "record-size", "raise payload.max.bytes");

  /** Each rule that the settings below can break, in order. */
  static Stream<Arguments> breaches() {
    return Stream.of(
        breach("event-id", "id", null),
        breach("event-id", "id", " "),
        breach("aggregate-type", "aggregate_type", null),
        breach("aggregate-type", "aggregate_type", ""),
        breach("aggregate-type", "aggregate_type", ".."),
        breach("aggregate-type", "aggregate_type", "."),
        breach("aggregate-type-not-listed", "aggregate_type", "invoice"),
        breach("topic-name", "aggregate_type", "l".repeat(243)),
        breach("aggregate-id", "aggregate_id", null),
        breach("aggregate-id", "aggregate_id", "\t\n\u000b\f\r "),
        breach("event-type", "event_type", null),
        breach("event-type", "event_type", ""),
        breach("payload", "payload", null),
        breach("headers", "headers", "{\"a\": "),
        breach("headers", "headers", ""),
        breach("headers", "headers", "[1]"),
        breach("headers", "headers", "null"),
        breach("headers", "headers", " \"text\""),
        breach("headers", "headers", "{\"eventId\": \"x\"}"),
        breach("headers", "headers", "{\"__debezium.x\": \"x\"}"),
        breach("headers", "headers", "{\"\\ud83d\": \"x\"}"),
        breach("created-at", "created_at", null),
        breach("created-at", "created_at", "infinity"),
        breach("record-size", "payload", "\"" + "ä".repeat(2_500) + "\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "aggregate_type", "aggregate_id", "event_type", "payload"})
  void should_see_a_null_and_not_the_default_when_the_column_has_one(String column) {
    SourceRecord record = aValidRow().withNull(column, "order").build();
    assertThat(((Struct) record.value()).getStruct("after").get(column))
        .isEqualTo("order"); // the trap

    assertThatThrownBy(() -> guard(Map.of()).apply(record)).isInstanceOf(DataException.class);
  }

  private static Arguments breach(String rule, String column, String value) {
    return Arguments.of(rule, aValidRow().with(column, value).build());
  }

  private static OutboxRecordBuilder aValidRow() {
    return anOutboxInsert().with("created_at", "2026-11-30T09:15:00Z");
  }

  private static OutboxGuard<SourceRecord> strictGuard(String policy) {
    return guard(
        Map.of("on.violation", policy, "created.at.header", "true", "payload.max.bytes", "4096"));
  }

  static OutboxGuard<SourceRecord> guard(Map<String, String> settings) {
    OutboxGuard<SourceRecord> guard = new OutboxGuard<>();
    guard.configure(settings);
    return guard;
  }

  private static OutboxGuard<SourceRecord> guardFor(String rule, String policy) {
    return rule.equals("aggregate-type-not-listed")
        ? guard(Map.of("on.violation", policy, "aggregate.types", "order,customer"))
        : strictGuard(policy);
  }

  @Test
  void should_pass_the_same_record_when_a_row_keeps_the_rules() {
    SourceRecord record = aValidRow().build();

    assertThat(strictGuard("fail").apply(record)).isSameAs(record);
    assertThat(strictGuard("quarantine").apply(record)).isSameAs(record);
    assertThat(guard(Map.of("aggregate.types", "order")).apply(record)).isSameAs(record);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("breaches")
  void should_fail_with_rule_event_table_and_hint_when_a_row_breaks_a_rule(
      String rule, SourceRecord record) {
    String event = rule.equals("event-id") ? "event [" : EVENT;

    assertThatThrownBy(() -> guardFor(rule, "fail").apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("Cannot send " + event)
        .hasMessageContainingAll(
            "of table [public.outbox] on topic [outbox.public.outbox] at LSN [4711]: rule ["
                + rule
                + "], ",
            "[Hint: ",
            "on.violation=quarantine",
            HINTS.getOrDefault(rule, "no setting allows it"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("breaches")
  void should_quarantine_under_the_rule_when_a_row_breaks_it(String rule, SourceRecord record) {
    SourceRecord quarantined = guardFor(rule, "quarantine").apply(record);

    assertThat(quarantined.topic()).isEqualTo("outbox.quarantine");
    assertThat(QuarantinedRecords.header(quarantined, "outbox.rule")).isEqualTo(rule);
    assertThat(QuarantinedRecords.header(quarantined, "outbox.reason")).isNotBlank();
  }

  /** Breaks one rule less each time: what is left first is what is told. */
  @Test
  void should_tell_the_first_rule_when_a_row_breaks_several() {
    OutboxGuard<SourceRecord> guard = strictGuard("quarantine");
    OutboxRecordBuilder row =
        aValidRow()
            .with("id", null)
            .with("aggregate_type", null)
            .with("aggregate_id", null)
            .with("event_type", null)
            .with("payload", null)
            .with("headers", "[]")
            .with("created_at", null);

    assertThat(ruleOf(guard, row)).isEqualTo("event-id");
    assertThat(ruleOf(guard, row.with("id", EVENT_ID))).isEqualTo("aggregate-type");
    assertThat(ruleOf(guard, row.with("aggregate_type", "x".repeat(250)))).isEqualTo("topic-name");
    assertThat(ruleOf(guard, row.with("aggregate_type", "order"))).isEqualTo("aggregate-id");
    assertThat(ruleOf(guard, row.with("aggregate_id", "1"))).isEqualTo("event-type");
    assertThat(ruleOf(guard, row.with("event_type", "E"))).isEqualTo("payload");
    assertThat(ruleOf(guard, row.with("payload", "x".repeat(5000)))).isEqualTo("headers");
    assertThat(ruleOf(guard, row.with("headers", "{}"))).isEqualTo("created-at");
    assertThat(ruleOf(guard, row.with("created_at", "2026-11-30T09:15:00+01:00")))
        .isEqualTo("record-size");
  }

  private static String ruleOf(OutboxGuard<SourceRecord> guard, OutboxRecordBuilder row) {
    return QuarantinedRecords.header(guard.apply(row.build()), "outbox.rule");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "aggregate_id", "event_type"})
  void should_pass_what_the_table_takes_for_a_text_when_it_looks_blank(String column) {
    SourceRecord record = anOutboxInsert().with(column, "\u2003").build();

    assertThat(guard(Map.of()).apply(record)).isSameAs(record);
  }

  @Test
  void should_pass_a_row_when_its_headers_are_null_or_a_reserved_name_is_excluded() {
    SourceRecord none = anOutboxInsert().with("headers", null).build();
    SourceRecord reserved =
        anOutboxInsert().with("headers", JsonTexts.of(Map.of("id", "x"))).build();

    assertThat(guard(Map.of()).apply(none)).isSameAs(none);
    assertThat(guard(Map.of("headers.exclude", "id")).apply(reserved)).isSameAs(reserved);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{}", "[]", "\"\"", "0"})
  void should_pass_a_payload_when_it_is_small_but_not_null(String payload) {
    SourceRecord record = anOutboxInsert().with("payload", payload).build();

    assertThat(guard(Map.of()).apply(record)).isSameAs(record);
  }

  @Test
  void should_judge_each_row_by_itself_when_aggregates_are_interleaved() {
    OutboxGuard<SourceRecord> guard = guard(Map.of("on.violation", "quarantine"));
    for (int i = 0; i < 10; i++) {
      SourceRecord order = anOutboxInsert().with("aggregate_id", "order-" + i).build();
      SourceRecord customer = anOutboxInsert().with("aggregate_type", "customer").build();
      SourceRecord bad = anOutboxInsert().with("aggregate_id", "").build();

      assertThat(guard.apply(order)).isSameAs(order);
      assertThat(guard.apply(bad).topic()).isEqualTo("outbox.quarantine");
      assertThat(guard.apply(customer)).isSameAs(customer);
    }
  }
}
