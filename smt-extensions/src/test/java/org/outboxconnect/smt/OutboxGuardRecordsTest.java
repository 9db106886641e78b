package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxGuardTest.guard;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** What {@link OutboxGuard} does with records that are no good row, and what it says of them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardRecordsTest {

  private static final List<Map<String, String>> POLICIES =
      List.of(Map.of("on.violation", "fail"), Map.of("on.violation", "quarantine"));

  @ParameterizedTest(name = "{0}")
  @MethodSource("uncaptured")
  void should_pass_by_identity_when_it_is_no_change_of_a_table(String kind, SourceRecord record) {
    for (Map<String, String> policy : POLICIES) {
      assertThat(guard(policy).apply(record)).as(kind).isSameAs(record);
    }
  }

  static Stream<Arguments> uncaptured() {
    return arguments(DebeziumRecords.uncaptured());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("otherChanges")
  @Case("60")
  void should_drop_and_warn_once_when_an_outbox_changes_otherwise(
      String kind, SourceRecord record) {
    for (Map<String, String> policy : POLICIES) {
      OutboxGuard<SourceRecord> guard = guard(policy);

      String first = LogCapture.of(() -> assertThat(guard.apply(record)).as(kind).isNull());
      String second = LogCapture.of(() -> assertThat(guard.apply(record)).as(kind).isNull());

      assertThat(first)
          .containsPattern("WARN .*Dropped change \\[[udt]] of table \\[public.outbox]");
      assertThat(second).isEmpty();
    }
  }

  static Stream<Arguments> otherChanges() {
    return arguments(DebeziumRecords.otherChanges());
  }

  /** The control of the above: EventRouter dies of a TRUNCATE. */
  @Test
  @Case("60")
  void should_see_event_router_fail_when_a_truncate_reaches_it() {
    SourceRecord truncate = anOutboxInsert().operation("t").build();

    assertThatThrownBy(() -> new PackagedChain(Map.of()).routed(truncate))
        .isInstanceOf(DataException.class);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("otherTables")
  void should_fail_with_the_tables_name_when_it_is_no_outbox(String kind, SourceRecord record) {
    for (Map<String, String> policy : POLICIES) {
      assertThatThrownBy(() -> guard(policy).apply(record))
          .as(kind)
          .isInstanceOf(DataException.class)
          .hasMessageMatching("Change .* of table \\[public\\.(orders|outbox)\\] at LSN .*");
    }
  }

  static Stream<Arguments> otherTables() {
    return arguments(DebeziumRecords.otherTables());
  }

  private static Stream<Arguments> arguments(Map<String, SourceRecord> records) {
    return records.entrySet().stream().map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "event_type", "payload", "headers"})
  void should_fail_under_both_policies_when_a_column_is_missing(String column) {
    SourceRecord record = anOutboxInsert().without(column).build();

    for (Map<String, String> policy : POLICIES) {
      assertThatThrownBy(() -> guard(policy).apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("has no column [" + column + "], found columns [");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aggregate_type", "aggregate_id", "event_type", "payload", "headers"})
  void should_fail_under_both_policies_when_a_column_is_no_text(String column) {
    SourceRecord record = anOutboxInsert().with(column, 7L).build();

    for (Map<String, String> policy : POLICIES) {
      assertThatThrownBy(() -> guard(policy).apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("Column [" + column + "] of event [")
          .hasMessageContaining("has type [INT64], expected a text.");
    }
  }

  @Test
  void should_see_renamed_tables_and_added_columns_without_a_restart() {
    OutboxGuard<SourceRecord> guard = guard(Map.of());
    for (int i = 0; i < 20; i++) {
      SourceRecord record = anOutboxInsert().topic("t" + i).with("added_" + i, "x").build();
      assertThat(guard.apply(record)).isSameAs(record);
    }
  }

  @Test
  void should_log_the_first_of_a_rule_as_a_warning_and_the_others_for_debugging() {
    OutboxGuard<SourceRecord> guard = guard(Map.of("on.violation", "quarantine"));
    SourceRecord record = anOutboxInsert().with("payload", null).build();

    assertThat(LogCapture.of(() -> guard.apply(record)))
        .contains("WARN", "Quarantined event [" + EVENT_ID + "] of table [public.outbox]")
        .contains("rule [payload], Column [payload] is NULL");
    assertThat(LogCapture.of(() -> guard.apply(record))).contains("DEBUG").doesNotContain("WARN");
  }

  @Test
  void should_keep_content_out_of_messages_logs_and_reasons_when_a_row_is_bad() {
    String marked = "DE00MARKED";
    String json = "{\"iban\": \"" + marked + "\"}";
    for (Map<String, String> policy : POLICIES) {
      for (OutboxRecordBuilder row : markedRows(marked, json)) {
        SourceRecord record = row.build();
        OutboxGuard<SourceRecord> guard =
            guard(
                Map.of(
                    "on.violation",
                    policy.get("on.violation"),
                    "created.at.header",
                    "true",
                    "payload.max.bytes",
                    "4096"));

        String words =
            LogCapture.of(
                () -> {
                  SourceRecord quarantined = guard.apply(record);
                  assertThat(quarantined.topic()).isEqualTo("outbox.quarantine");
                  assertThat(QuarantinedRecords.header(quarantined, "outbox.reason"))
                      .doesNotContain(marked);
                });

        assertThat(words).isNotEmpty().doesNotContain(marked);
      }
    }
  }

  private static List<OutboxRecordBuilder> markedRows(String marked, String json) {
    return List.of(
        aMarkedRow(json).with("aggregate_type", marked + " "),
        aMarkedRow(json).with("id", marked + " \n").with("payload", null),
        aMarkedRow(json).with("event_type", null),
        aMarkedRow(json).with("payload", null),
        aMarkedRow(json).with("headers", "{\"a\": " + marked),
        aMarkedRow(json).with("headers", "[\"" + marked + "\"]"),
        aMarkedRow(json).with("headers", "{\"__connect." + marked + "\": 1}"),
        aMarkedRow(json).with("created_at", marked),
        aMarkedRow(json).with("aggregate_id", marked.repeat(1_000)));
  }

  private static OutboxRecordBuilder aMarkedRow(String json) {
    return anOutboxInsert()
        .with("aggregate_id", json)
        .with("payload", json)
        .with("created_at", "2026-11-30T09:15:00Z")
        .with("headers", json);
  }
}
