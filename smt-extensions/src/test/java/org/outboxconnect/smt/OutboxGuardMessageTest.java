package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxGuardTest.guard;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of the WAL that say they are for an outbox and hold no event. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardMessageTest {

  private static final Schema SOURCE =
      SchemaBuilder.struct().field("lsn", Schema.OPTIONAL_INT64_SCHEMA).build();

  private static final Schema MESSAGE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.Message")
          .field("prefix", Schema.OPTIONAL_STRING_SCHEMA)
          .field("content", Schema.OPTIONAL_BYTES_SCHEMA)
          .build();

  private static final Schema VALUE =
      SchemaBuilder.struct()
          .name("io.debezium.connector.postgresql.MessageValue")
          .field("op", Schema.STRING_SCHEMA)
          .field("source", SOURCE)
          .field("message", MESSAGE)
          .build();

  private final OutboxGuard<SourceRecord> guard = guard(Map.of("on.violation", "quarantine"));

  private static SourceRecord message(String prefix, byte[] content) {
    Struct message = new Struct(MESSAGE).put("prefix", prefix);
    message.put("content", content == null ? null : ByteBuffer.wrap(content));
    Struct value =
        new Struct(VALUE)
            .put("op", "m")
            .put("source", new Struct(SOURCE).put("lsn", 4711L))
            .put("message", message);
    return new SourceRecord(
        Map.of("server", "outbox"), Map.of("lsn", 7L), "outbox.message", VALUE, value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"outbox.sales.outbox", "OUTBOX.sales.outbox", "Outbox.", "outbox.x"})
  void should_quarantine_a_message_with_its_content_when_it_is_for_an_outbox(String prefix) {
    SourceRecord record = message(prefix, "{\"id\": null, \"ä\": 1}".getBytes(UTF_8));

    SourceRecord quarantined = guard.apply(record);

    assertThat(quarantined.topic()).isEqualTo("outbox.quarantine");
    assertThat(quarantined.key()).isNull();
    assertThat(quarantined.value()).isEqualTo("{\"id\": null, \"ä\": 1}");
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "outbox.prefix",
                prefix,
                "outbox.lsn",
                "4711",
                "outbox.rule",
                "message",
                "outbox.reason",
                "It holds no event in the form of outbox_emit",
                "outbox.topic",
                "outbox.message"));
    assertThat(guard.apply(quarantined)).isSameAs(quarantined);
  }

  @ParameterizedTest
  @ValueSource(strings = {"outbox-heartbeat", "outbox", "my.outbox.x", "", " outbox."})
  void should_pass_a_message_by_identity_when_it_is_for_somebody_else(String prefix) {
    SourceRecord record = message(prefix, new byte[] {1});

    assertThat(guard.apply(record)).isSameAs(record);
    assertThat(guard(Map.of()).apply(record)).isSameAs(record);
  }

  @Test
  void should_write_base64_when_the_content_is_no_utf8() {
    SourceRecord quarantined = guard.apply(message("outbox.x", new byte[] {(byte) 0xff, 0, 1}));

    assertThat(quarantined.value()).isEqualTo("/wAB");
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsEntry("outbox.payload.encoding", "base64");
  }

  @Test
  void should_hold_length_and_hash_of_the_bytes_when_a_message_is_too_large() {
    SourceRecord quarantined = guard.apply(message("outbox.x", new byte[2_000_000]));

    assertThat(quarantined.value()).isNull();
    assertThat(QuarantinedRecords.headers(quarantined))
        .containsEntry("outbox.payload.length", "2000000")
        // head -c 2000000 /dev/zero | sha256sum
        .containsEntry(
            "outbox.payload.sha256",
            "13aea96040f2133033d103008d5d96cfe98b3361f7202d77bea97b2424a7a6cd");
  }

  @Test
  void should_stay_small_when_the_prefix_is_huge() {
    SourceRecord quarantined = guard.apply(message("outbox." + "p".repeat(20_000), new byte[0]));

    assertThat(quarantined.value()).isEqualTo("");
    assertThat(QuarantinedRecords.headers(quarantined))
        .doesNotContainKey("outbox.prefix")
        .containsEntry("outbox.prefix.length", "20007");
  }

  @Test
  void should_quarantine_a_message_when_it_has_no_content() {
    assertThat(guard.apply(message("outbox.x", null)).value()).isEqualTo("");
  }

  @Test
  void should_have_no_header_for_the_position_when_debezium_gives_none() {
    SourceRecord record = message("outbox.x", new byte[] {1});
    ((Struct) record.value()).getStruct("source").put("lsn", null);

    assertThat(QuarantinedRecords.headers(guard.apply(record))).doesNotContainKey("outbox.lsn");
    assertThatThrownBy(() -> guard(Map.of()).apply(record)).hasMessageContaining("LSN [unknown]");
  }

  /** Taken aside, valid events would pile up where nobody expects them, with the task RUNNING. */
  @ParameterizedTest
  @ValueSource(strings = {"fail", "quarantine"})
  void should_fail_when_an_event_comes_that_no_outbox_message_has_read(String policy) {
    SourceRecord record = OutboxMessageBuilder.aMessage().build();

    assertThatThrownBy(() -> guard(Map.of("on.violation", policy)).apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll(
            "prefix [outbox.", "no OutboxMessage has read", "[Hint: put OutboxMessage first")
        .hasMessageNotContaining("rule [");
    SourceRecord converted = new OutboxMessage<SourceRecord>().apply(record);
    assertThat(guard.apply(converted)).isSameAs(converted);
  }

  @Test
  void should_fail_with_rule_and_position_but_no_content_when_the_policy_is_to_fail() {
    assertThatThrownBy(
            () -> guard(Map.of()).apply(message("outbox.x.y", "DE00MARKED".getBytes(UTF_8))))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll("prefix [outbox.x.y]", "4711", "rule [message]", "[Hint: ")
        .hasMessageNotContaining("MARKED");
  }
}
