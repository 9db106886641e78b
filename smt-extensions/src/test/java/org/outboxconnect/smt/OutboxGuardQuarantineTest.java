package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxGuardTest.guard;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands on the quarantine topic. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardQuarantineTest {

  private static final Map<String, String> QUARANTINE = Map.of("on.violation", "quarantine");

  private final OutboxGuard<SourceRecord> guard = guard(QUARANTINE);

  @Test
  void should_hold_the_whole_row_and_the_reason_when_a_row_is_taken_aside() {
    SourceRecord record =
        anOutboxInsert()
            .with("event_type", " ")
            .with("headers", "{\"n\": 1}")
            .with("created_at", "2026-11-30T09:15:00Z")
            .build();
    record = record.newRecord(null, 3, null, null, record.valueSchema(), record.value(), 5L);
    record = record.newRecord("raw", 3, null, null, record.valueSchema(), record.value(), 5L);

    SourceRecord quarantined = guard.apply(record);

    assertThat(quarantined.topic()).isEqualTo("outbox.quarantine");
    assertThat(quarantined.kafkaPartition()).isNull();
    assertThat(quarantined.keySchema().type()).isEqualTo(Schema.Type.STRING);
    assertThat(quarantined.key()).isEqualTo("42");
    assertThat(quarantined.valueSchema().type()).isEqualTo(Schema.Type.STRING);
    assertThat(quarantined.value()).isEqualTo("{\"total\": 1.10}");
    assertThat(quarantined.timestamp()).isEqualTo(5L);
    assertThat(quarantined.sourcePartition()).isEqualTo(record.sourcePartition());
    assertThat(quarantined.sourceOffset()).isEqualTo(record.sourceOffset());
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("outbox.id", EVENT_ID),
                Map.entry("outbox.aggregate_type", "order"),
                Map.entry("outbox.event_type", " "),
                Map.entry("outbox.headers", "{\"n\": 1}"),
                Map.entry("outbox.created_at", "2026-11-30T09:15:00Z"),
                Map.entry("outbox.schema", "public"),
                Map.entry("outbox.table", "outbox"),
                Map.entry("outbox.lsn", "4711"),
                Map.entry("outbox.rule", "event-type"),
                Map.entry("outbox.reason", "Column [event_type] is blank"),
                Map.entry("outbox.topic", "order.events")));
  }

  @Test
  void should_leave_key_value_and_headers_out_when_columns_are_null() {
    SourceRecord quarantined =
        guard.apply(
            anOutboxInsert()
                .with("id", null)
                .with("aggregate_type", null)
                .with("aggregate_id", null)
                .with("event_type", null)
                .with("payload", null)
                .with("headers", null)
                .build());

    assertThat(quarantined.key()).isNull();
    assertThat(quarantined.value()).isNull();
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsOnlyKeys(
            "outbox.schema",
            "outbox.table",
            "outbox.lsn",
            "outbox.rule",
            "outbox.reason",
            "outbox.topic")
        .containsEntry("outbox.topic", "outbox.public.outbox");
  }

  @Test
  void should_keep_headers_of_before_but_not_those_that_it_writes_itself() {
    ConnectHeaders given = new ConnectHeaders();
    given.addString("__debezium.context.taskId", "0").addString("outbox.rule", "forged");
    SourceRecord record = anOutboxInsert().with("payload", null).build();
    record.headers().apply(header -> header);
    given.forEach(header -> record.headers().add(header));

    SourceRecord quarantined = guard.apply(record);

    assertThat(QuarantinedRecords.headers(quarantined))
        .containsEntry("__debezium.context.taskId", "0")
        .containsEntry("outbox.rule", "payload");
    assertThat(record.headers()).hasSize(2);
  }

  @Test
  void should_hold_length_and_hash_when_a_row_has_two_megabytes() throws Exception {
    String payload = "{\"text\": \"" + "ä".repeat(1_000_000) + "\"}";
    SourceRecord quarantined = guard.apply(anOutboxInsert().with("payload", payload).build());

    assertThat(quarantined.key()).isEqualTo("42");
    assertThat(quarantined.value()).isNull();
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsEntry("outbox.rule", "record-size")
        .containsEntry("outbox.payload.length", "2000012")
        .containsEntry("outbox.payload.sha256", sha256(payload))
        .containsEntry("outbox.reason", "The record would have 2000189 bytes, allowed are 1000000");
    assertThat(PackagedChain.serialisedSize(quarantined)).isLessThan(2_000);
  }

  @ParameterizedTest
  @CsvSource({"aggregate_type", "event_type", "headers", "id", "aggregate_id"})
  void should_hold_length_and_hash_when_a_column_has_more_than_16_kib(String column)
      throws Exception {
    String fits = "ä".repeat(8 * 1024);
    SourceRecord whole = guard.apply(row(column, fits));
    SourceRecord cut = guard.apply(row(column, fits + "x"));

    assertThat(QuarantinedRecords.headers(whole)).doesNotContainKey("outbox." + column + ".length");
    assertThat(QuarantinedRecords.headers(cut))
        .doesNotContainKey("outbox." + column)
        .containsEntry("outbox." + column + ".length", "16385")
        .containsEntry("outbox." + column + ".sha256", sha256(fits + "x"));
    if (column.equals("aggregate_id")) {
      assertThat(whole.key()).isEqualTo(fits);
      assertThat(cut.key()).isNull();
    } else {
      assertThat(QuarantinedRecords.header(whole, "outbox." + column)).isEqualTo(fits);
    }
  }

  private static SourceRecord row(String column, String text) {
    return anOutboxInsert().with("payload", null).with(column, text).build();
  }

  /** A quarantined record that is itself too large for the producer would stop the relay. */
  @Test
  void should_stay_small_when_every_column_is_huge() {
    String huge = "\u20ac".repeat(1_000_000);
    OutboxRecordBuilder row = anOutboxInsert();
    for (String column :
        new String[] {"id", "aggregate_type", "aggregate_id", "event_type", "payload", "headers"}) {
      row.with(column, huge);
    }

    assertThat(PackagedChain.serialisedSize(guard.apply(row.build()))).isLessThan(3_000);
  }

  /** The longest leave first: what is short, and names the event, stays. */
  @Test
  void should_leave_out_the_longest_until_it_fits_when_several_columns_are_long() throws Exception {
    String type = "t".repeat(2_000);
    String payload = "p".repeat(1_500);
    SourceRecord quarantined =
        guard(Map.of("on.violation", "quarantine", "payload.max.bytes", "4096"))
            .apply(
                anOutboxInsert()
                    .with("aggregate_type", type)
                    .with("event_type", "e".repeat(1_900))
                    .with("payload", payload)
                    .build());

    assertThat(quarantined.value()).isEqualTo(payload);
    assertThat(quarantined.key()).isEqualTo("42");
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsEntry("outbox.id", EVENT_ID)
        .containsEntry("outbox.aggregate_type.length", "2000")
        .containsEntry("outbox.aggregate_type.sha256", sha256(type))
        .doesNotContainKeys("outbox.aggregate_type", "outbox.event_type.length");
    assertThat(PackagedChain.serialisedSize(quarantined)).isBetween(3_500L, 4_096L);
  }

  @Test
  void should_fit_into_the_least_size_when_all_is_as_long_as_it_can_be() throws Exception {
    SourceRecord record = everythingLong();

    SourceRecord quarantined =
        guard(Map.of("on.violation", "quarantine", "payload.max.bytes", "4096")).apply(record);

    assertThat(PackagedChain.serialisedSize(quarantined)).isLessThanOrEqualTo(4_096);
    assertThat(quarantined.key()).isNull();
    assertThat(quarantined.value()).isNull();
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsEntry("outbox.given.length", "30001")
        .containsEntry("outbox.given.sha256", sha256("n".repeat(20_000) + "v".repeat(10_000) + "m"))
        .containsKeys("outbox.reason", "outbox.topic", "outbox.table");
  }

  private static SourceRecord everythingLong() {
    OutboxRecordBuilder row = anOutboxInsert();
    for (String column :
        new String[] {"id", "aggregate_id", "event_type", "payload", "headers", "created_at"}) {
      row.with(column, "\u20ac".repeat(1_000));
    }
    SourceRecord record = row.with("aggregate_type", "t".repeat(2_000)).build();
    record.headers().addString("n".repeat(20_000), "v".repeat(10_000)).add("m", null, null);
    return record;
  }

  @Test
  void should_keep_the_payload_as_long_as_the_quarantined_record_is_within_the_limit() {
    SourceRecord small = guard.apply(anOutboxInsert().with("aggregate_id", " ").build());
    int around = (int) PackagedChain.serialisedSize(small) - "{\"total\": 1.10}".length();

    SourceRecord fits = guard.apply(blankIdWith("p".repeat(1_000_000 - around)));
    SourceRecord exceeds = guard.apply(blankIdWith("p".repeat(1_000_001 - around)));

    assertThat(PackagedChain.serialisedSize(fits)).isEqualTo(1_000_000);
    assertThat(exceeds.value()).isNull();
    assertThat(QuarantinedRecords.headers(exceeds))
        .containsEntry("outbox.payload.length", String.valueOf(1_000_001 - around));
  }

  private static SourceRecord blankIdWith(String payload) {
    return anOutboxInsert().with("aggregate_id", " ").with("payload", payload).build();
  }

  @Test
  void should_pass_the_rest_of_the_chain_and_the_guard_again_when_it_is_quarantined() {
    PackagedChain chain = new PackagedChain(QUARANTINE);
    SourceRecord quarantined = chain.guard().apply(anOutboxInsert().with("id", null).build());

    assertThat(chain.guard().apply(quarantined)).isSameAs(quarantined);
    assertThat(chain.afterGuard(quarantined)).isSameAs(quarantined);
    assertThat(chain.routed(quarantined)).isSameAs(quarantined);
  }

  @Test
  void should_give_the_same_and_leave_the_input_alone_when_it_is_applied_twice() {
    SourceRecord record = anOutboxInsert().with("payload", null).build();
    Map<String, Object> before = contents(record);

    SourceRecord first = guard.apply(record);
    SourceRecord second = guard.apply(record);

    assertThat(contents(record)).isEqualTo(before);
    assertThat(contents(second)).isEqualTo(contents(first));
  }

  private static Map<String, Object> contents(SourceRecord record) {
    Map<String, Object> contents = new HashMap<>();
    contents.put("topic", record.topic());
    contents.put("key", record.key());
    contents.put("value", record.value());
    contents.put("headers", record.headers().duplicate());
    contents.put("timestamp", record.timestamp());
    return contents;
  }

  private static String sha256(String text) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    return "%064x".formatted(new BigInteger(1, hash));
  }

  /** A pattern without the type gives each a legal topic. */
  @Test
  void should_fit_and_quote_no_type_when_an_unlisted_one_is_longer_than_any_topic() {
    Map<String, String> settings =
        Map.of(
            "on.violation", "quarantine",
            "topic.pattern", "all.events",
            "aggregate.types", "order",
            "payload.max.bytes", "4096");

    SourceRecord taken =
        guard(settings).apply(anOutboxInsert().with("aggregate_type", "t".repeat(5_000)).build());

    assertThat(QuarantinedRecords.header(taken, "outbox.reason"))
        .isEqualTo("Aggregate type of 5000 letters isn't listed");
    assertThat(PackagedChain.serialisedSize(taken)).isLessThanOrEqualTo(4096);
  }
}
