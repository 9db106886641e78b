package org.outboxconnect.smt.internal.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxMessageBuilder.aMessage;
import static org.outboxconnect.smt.OutboxMessageBuilder.emitted;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.smt.OutboxMessageBuilder;

/** What the guard asks of a record. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LogicalMessageTest {

  @Test
  void should_hand_out_the_event_when_it_is_one() {
    assertThat(found(aMessage()).row()).map(MessageRow::id).contains(EVENT_ID);
    assertThat(found(aMessage().plainArray(emitted().getBytes(UTF_8))).row()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "[]", "{\"id\":null}", ""})
  void should_say_that_it_is_none_when_the_content_is_another(String content) {
    LogicalMessage message = found(aMessage().content(content));

    assertThat(message.row()).isEmpty();
    assertThat(message.text()).contains(content);
    assertThat(message.content()).asString(UTF_8).isEqualTo(content);
  }

  @Test
  void should_say_that_it_is_none_when_it_is_sent_whether_the_transaction_commits_or_not() {
    LogicalMessage message = found(aMessage().outsideTransaction());

    assertThat(message.row()).isEmpty();
    assertThat(message.text()).contains(emitted());
  }

  @ParameterizedTest
  @ValueSource(strings = {"OUTBOX.public.outbox", "Outbox.public.outbox", "outbox.", "outbox.x"})
  void should_say_that_it_is_none_when_the_prefix_is_of_no_table(String prefix) {
    LogicalMessage message = found(aMessage().prefix(prefix));

    assertThat(message.row()).isEmpty();
    assertThat(message.prefix()).isEqualTo(prefix);
  }

  @ParameterizedTest
  @ValueSource(strings = {"outbox", "outbox-heartbeat", "", "order"})
  void should_find_none_when_the_prefix_is_of_others(String prefix) {
    assertThat(LogicalMessage.forOutbox(aMessage().prefix(prefix).build())).isEmpty();
  }

  @Test
  void should_find_none_when_the_record_is_another() {
    assertThat(LogicalMessage.forOutbox(anOutboxInsert().build())).isEmpty();
    assertThat(LogicalMessage.forOutbox(aMessage().prefix(null).build())).isEmpty();
  }

  @Test
  void should_have_no_text_when_the_bytes_are_no_utf8() {
    byte[] latin1 = {'"', (byte) 0xe4, '"'};
    byte[] surrogate = {(byte) 0xed, (byte) 0xa0, (byte) 0xbd};
    byte[] overlong = {(byte) 0xc0, (byte) 0x80};
    byte[] cut = {(byte) 0xf0, (byte) 0x9f, (byte) 0x9a};
    for (byte[] bytes : new byte[][] {latin1, surrogate, overlong, cut}) {
      LogicalMessage message = found(aMessage().content(bytes));

      assertThat(message.text()).isEmpty();
      assertThat(message.row()).isEmpty();
      assertThat(message.content()).isEqualTo(bytes);
    }
  }

  @Test
  void should_keep_a_replacement_character_when_the_writer_wrote_one() {
    String text = emitted(EVENT_ID, "T", "\ufffd", "E", "{}", "1");

    assertThat(found(aMessage().content(text)).row())
        .map(MessageRow::aggregateId)
        .contains("\ufffd");
  }

  @Test
  void should_have_an_empty_text_when_there_is_no_content() {
    LogicalMessage message = found(aMessage().withoutContent());

    assertThat(message.content()).isEmpty();
    assertThat(message.text()).contains("");
    assertThat(message.row()).isEmpty();
  }

  @Test
  void should_leave_the_bytes_of_the_record_alone_when_it_was_asked() {
    SourceRecord record = aMessage().build();
    LogicalMessage message = LogicalMessage.forOutbox(record).orElseThrow();

    message.row();
    message.content()[0] = 'x';

    assertThat(message.row()).isPresent();
    assertThat(((Struct) record.value()).getStruct("message").getBytes("content"))
        .isEqualTo(emitted().getBytes(UTF_8));
  }

  @Test
  void should_refuse_with_a_hint_when_debezium_hands_over_text() {
    LogicalMessage message = found(aMessage().base64("eyJpZCI6MX0="));

    for (Runnable question : new Runnable[] {message::row, message::text, message::content}) {
      assertThatThrownBy(question::run)
          .isInstanceOf(DataException.class)
          .hasMessage(
              "Content of message with prefix [outbox.public.outbox] on topic [outbox.message] at LSN [4711]"
                  + " has type [STRING], expected [BYTES]."
                  + " [Hint: set binary.handling.mode=bytes on the connector]");
    }
  }

  @Test
  void should_name_itself_on_one_bounded_line_without_content() {
    LogicalMessage message =
        found(aMessage().prefix("outbox.\n" + "p".repeat(10_000)).content("DE00MARKED"));

    assertThat(message.toString())
        .startsWith("message with prefix [outbox.\\u{a}pppp")
        .endsWith("p… (10008 characters)] on topic [outbox.message] at LSN [4711]")
        .hasSizeLessThan(300)
        .doesNotContain("MARKED");
  }

  private static LogicalMessage found(OutboxMessageBuilder message) {
    return LogicalMessage.forOutbox(message.build()).orElseThrow();
  }
}
