package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxGuardTest.guard;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/** Which topics {@link OutboxGuard} lets a row name. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardTopicTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "my order",
        "order/v1",
        "a:b",
        "urn:example:order",
        "Bestellüng",
        "order ",
        " order",
        "order\t",
        "order\u200b",
        "order\u00a0",
        "order\n",
        "."
      })
  @Case({"62", "64"})
  void should_quarantine_an_aggregate_type_when_no_topic_can_be_named_after_it(String type) {
    SourceRecord record = anOutboxInsert().with("aggregate_type", type).build();
    SourceRecord quarantined = guard(Map.of("on.violation", "quarantine")).apply(record);

    assertThat(QuarantinedRecords.header(quarantined, "outbox.rule")).isEqualTo("aggregate-type");
    assertThat(QuarantinedRecords.header(quarantined, "outbox.aggregate_type")).isEqualTo(type);
    assertThat(QuarantinedRecords.header(quarantined, "outbox.topic"))
        .isEqualTo("outbox.public.outbox");

    // The control: without the guard the name goes out as it is, and the producer dies of it.
    assertThat(new PackagedChain(Map.of()).afterGuard(record).topic()).startsWith(type);
  }

  @Test
  @Case("62")
  void should_pass_a_topic_of_249_characters_when_a_type_fits_exactly() {
    OutboxGuard<SourceRecord> guard = guard(Map.of());
    SourceRecord fits = anOutboxInsert().with("aggregate_type", "t".repeat(242)).build();
    SourceRecord tooLong = anOutboxInsert().with("aggregate_type", "t".repeat(243)).build();

    assertThat(guard.apply(fits)).isSameAs(fits);
    assertThatThrownBy(() -> guard.apply(tooLong))
        .hasMessageContaining(
            "rule [topic-name], The topic name would have 250 characters, Kafka allows 249.");
  }

  @Test
  void should_refuse_the_second_of_two_topics_when_they_differ_in_dots_and_underscores() {
    OutboxGuard<SourceRecord> guard = guard(Map.of());
    guard.apply(anOutboxInsert().with("aggregate_type", "order.item").build());

    assertThatThrownBy(
            () -> guard.apply(anOutboxInsert().with("aggregate_type", "order_item").build()))
        .hasMessageContaining(
            "rule [topic-name], The topic would be [order_item.events];"
                + " Kafka takes it for the same as [order.item.events], which is in use.");
    assertThatCode(() -> guard.apply(anOutboxInsert().with("aggregate_type", "order.item").build()))
        .doesNotThrowAnyException();
  }

  /** Otherwise one bad row could take a name away from all good ones. */
  @Test
  void should_not_count_a_topic_as_used_when_its_row_was_refused() {
    OutboxGuard<SourceRecord> guard = guard(Map.of("on.violation", "quarantine"));
    guard.apply(
        anOutboxInsert().with("aggregate_type", "order_item").with("payload", null).build());
    SourceRecord good = anOutboxInsert().with("aggregate_type", "order.item").build();

    assertThat(guard.apply(good)).isSameAs(good);
  }

  @Test
  void should_refuse_the_quarantine_topic_when_a_type_leads_to_it() {
    OutboxGuard<SourceRecord> guard =
        guard(Map.of("on.violation", "quarantine", "quarantine.topic", "bad_ones.events"));
    SourceRecord record = anOutboxInsert().with("aggregate_type", "bad.ones").build();

    assertThat(QuarantinedRecords.header(guard.apply(record), "outbox.rule"))
        .isEqualTo("topic-name");
  }

  /** Names that come when the memory is full are checked for all but each other. */
  @Test
  @Case("68")
  void should_go_on_when_more_types_come_than_are_kept() {
    OutboxGuard<SourceRecord> guard = guard(Map.of());
    for (int i = 0; i < 12_000; i++) {
      SourceRecord record = anOutboxInsert().with("aggregate_type", "type." + i).build();
      assertThat(guard.apply(record)).isSameAs(record);
    }

    assertThatThrownBy(() -> guard.apply(anOutboxInsert().with("aggregate_type", "type_7").build()))
        .hasMessageContaining("rule [topic-name]");
  }
}
