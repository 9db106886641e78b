package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
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

@DisplayNameGeneration(ReplaceUnderscores.class)
class IsOutboxInsertTest {

  private final IsOutboxInsert<SourceRecord> predicate = new IsOutboxInsert<>();

  @Test
  void should_be_true_when_a_row_is_inserted() {
    assertThat(predicate.test(anOutboxInsert().build())).isTrue();
  }

  @Test
  void should_be_true_when_a_snapshot_reads_a_row() {
    assertThat(predicate.test(anOutboxInsert().operation("r").build())).isTrue();
  }

  @Test
  void should_be_true_when_prefix_schema_and_table_are_renamed() {
    SourceRecord record = anOutboxInsert().topic("shop.sales.events").table("events").build();

    assertThat(predicate.test(record)).isTrue();
  }

  @Test
  void should_be_true_when_the_key_is_null() {
    SourceRecord record = anOutboxInsert().build();
    SourceRecord keyless =
        record.newRecord(
            record.topic(), null, null, null, record.valueSchema(), record.value(), null);

    assertThat(predicate.test(keyless)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "event_type", "payload", "headers"})
  void should_be_true_so_that_the_chain_fails_by_name_when_a_column_is_missing(String column) {
    assertThat(predicate.test(anOutboxInsert().without(column).build())).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("foreignRecords")
  void should_be_false_when_it_is_anything_else(String kind, SourceRecord record) {
    assertThat(predicate.test(record)).as(kind).isFalse();
  }

  static Stream<Arguments> foreignRecords() {
    return Stream.of(DebeziumRecords.uncaptured(), DebeziumRecords.otherChanges())
        .flatMap(records -> records.entrySet().stream())
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("otherTables")
  void should_fail_by_name_when_another_table_is_captured(String kind, SourceRecord record) {
    assertThatThrownBy(() -> predicate.test(record))
        .as(kind)
        .isInstanceOf(DataException.class)
        .hasMessageMatching(
            "Change \\[[crudt]\\] of table \\[public\\.(orders|outbox)\\] at LSN \\[4711\\] is none"
                + " of an outbox: expected a row with columns \\[aggregate_type, aggregate_id\\],"
                + " found columns \\[(id, total|aggregate_id)\\]\\. \\[Hint: .*");
  }

  static Stream<Arguments> otherTables() {
    return DebeziumRecords.otherTables().entrySet().stream()
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @Test
  void should_fail_by_name_when_an_insert_has_no_row() {
    SourceRecord insert = anOutboxInsert().build();
    Struct change = (Struct) insert.value();
    Struct rowless = new Struct(change.schema()).put("source", change.get("source")).put("op", "c");
    SourceRecord record =
        insert.newRecord(insert.topic(), null, null, null, change.schema(), rowless, null);

    assertThatThrownBy(() -> predicate.test(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("Change [c] of table [public.outbox] at LSN [4711]");
  }

  @Test
  void should_refuse_any_key_when_configured() {
    assertThatThrownBy(() -> predicate.configure(Map.of("pattern", "outbox.*")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Unknown settings [pattern] of IsOutboxInsert, it knows []. [Hint: remove pattern]");
  }

  @Test
  void should_accept_what_connect_hands_over_when_configured() {
    predicate.configure(
        Map.of("type", "org.outboxconnect.smt.IsOutboxInsert", "plugin.version", "1"));

    assertThat(predicate.test(anOutboxInsert().build())).isTrue();
  }
}
