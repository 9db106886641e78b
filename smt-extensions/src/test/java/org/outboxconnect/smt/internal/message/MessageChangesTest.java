package org.outboxconnect.smt.internal.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxMessageBuilder.aMessage;

import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.smt.internal.row.LastFew;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MessageChangesTest {

  private final MessageChanges changes = new MessageChanges();

  @Test
  @Case("68")
  void should_keep_a_few_outboxes_only_when_prefixes_are_made_up() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(change("outbox.public.t" + i).topic()).isEqualTo("outbox.public.t" + i);
    }

    assertThat(changes.size()).isEqualTo(LastFew.CAPACITY);
  }

  @Test
  @Case("68")
  void should_make_a_schema_anew_when_it_fell_out() {
    SourceRecord first = change("outbox.public.outbox");
    assertThat(change("outbox.public.outbox").valueSchema()).isSameAs(first.valueSchema());

    for (int i = 0; i < LastFew.CAPACITY; i++) {
      change("outbox.public.t" + i);
    }

    assertThat(change("outbox.public.outbox").valueSchema())
        .isNotSameAs(first.valueSchema())
        .isEqualTo(first.valueSchema());
  }

  private SourceRecord change(String prefix) {
    SourceRecord record = aMessage().prefix(prefix).build();
    LogicalMessage message = LogicalMessage.forOutbox(record).orElseThrow();
    return changes.changeOf(record, message, message.row().orElseThrow());
  }
}
