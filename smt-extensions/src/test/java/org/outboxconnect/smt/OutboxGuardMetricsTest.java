package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What {@link OutboxGuard} counts, in Kafka's own metrics as a worker hands them out. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardMetricsTest {

  private final ShownMetrics metrics = new ShownMetrics();
  private final OutboxGuard<SourceRecord> guard = new OutboxGuard<>();

  @BeforeEach
  void configure() {
    guard.configure(Map.of("on.violation", "quarantine"));
    metrics.of(guard);
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void should_show_zeroes_for_every_rule_and_operation_when_nothing_has_happened() {
    assertThat(metrics.counts())
        .hasSize(1 + 11 + 4)
        .containsKeys(
            "records-passed-total",
            "records-quarantined-total rule=topic-name",
            "changes-dropped-total op=t")
        .allSatisfy((name, count) -> assertThat(count).isEqualTo(0L));
  }

  @Test
  void should_count_what_passes_by_rule_and_by_operation() {
    guard.apply(anOutboxInsert().build());
    DebeziumRecords.uncaptured().values().forEach(guard::apply);
    DebeziumRecords.otherChanges().values().forEach(guard::apply);
    guard.apply(anOutboxInsert().operation("x").build());
    guard.apply(anOutboxInsert().with("payload", null).build());
    guard.apply(anOutboxInsert().with("payload", null).build());
    guard.apply(anOutboxInsert().with("id", null).build());

    assertThat(metrics.counts())
        .containsEntry("records-passed-total", 1L + DebeziumRecords.uncaptured().size())
        .containsEntry("records-quarantined-total rule=payload", 2L)
        .containsEntry("records-quarantined-total rule=event-id", 1L)
        .containsEntry("records-quarantined-total rule=headers", 0L)
        .containsEntry("changes-dropped-total op=u", 1L)
        .containsEntry("changes-dropped-total op=d", 1L)
        .containsEntry("changes-dropped-total op=t", 1L)
        .containsEntry("changes-dropped-total op=other", 1L);
  }

  /** Connect doesn't close a plugin when one behind it refuses its settings. */
  @Test
  void should_start_and_be_seen_when_the_metrics_of_failed_starts_were_left_behind() {
    for (int start = 2; start <= 3; start++) {
      OutboxGuard<SourceRecord> next = new OutboxGuard<>();
      next.configure(Map.of());
      metrics.of(next);

      next.apply(anOutboxInsert().build());
      assertThat(metrics.counts())
          .containsEntry("records-passed-total", 0L)
          .containsEntry("records-passed-total start=" + start, 1L)
          .containsEntry("records-quarantined-total rule=payload, start=" + start, 0L);
    }
  }
}
