package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxMessageBuilder.aMessage;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What {@link OutboxMessage} counts, in Kafka's own metrics as a worker hands them out. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxMessageMetricsTest {

  private final ShownMetrics metrics = new ShownMetrics();
  private final OutboxMessage<SourceRecord> smt = new OutboxMessage<>();

  @BeforeEach
  void configure() {
    smt.configure(Map.of());
    metrics.of(smt);
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void should_show_zeroes_when_nothing_has_happened() {
    assertThat(metrics.counts())
        .containsOnly(
            Map.entry("records-passed-total", 0L), Map.entry("messages-converted-total", 0L));
  }

  @Test
  void should_count_events_apart_from_all_that_passes() {
    smt.apply(aMessage().build());
    smt.apply(aMessage().build());
    smt.apply(anOutboxInsert().build());
    smt.apply(aMessage().content("x").build());
    smt.apply(aMessage().prefix("app.audit").build());

    assertThat(metrics.counts())
        .containsEntry("messages-converted-total", 2L)
        .containsEntry("records-passed-total", 3L);
  }
}
