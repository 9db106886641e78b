package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What {@link OutboxGuard} counts, in Kafka's own metrics as a worker hands them out. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardMetricsTest {

  private final Metrics worker = new Metrics();
  private final OutboxGuard<SourceRecord> guard = new OutboxGuard<>();

  @BeforeEach
  void configure() {
    guard.configure(Map.of("on.violation", "quarantine"));
    guard.withPluginMetrics(
        new PluginMetricsImpl(worker, new LinkedHashMap<>(Map.of("transformation", "guard"))));
  }

  @AfterEach
  void close() {
    worker.close();
  }

  @Test
  void should_show_zeroes_for_every_rule_and_operation_when_nothing_has_happened() {
    assertThat(counts())
        .hasSize(1 + 11 + 4)
        .containsKeys("passed", "quarantined rule=topic-name", "dropped op=t")
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

    assertThat(counts())
        .containsEntry("passed", 1L + DebeziumRecords.uncaptured().size())
        .containsEntry("quarantined rule=payload", 2L)
        .containsEntry("quarantined rule=event-id", 1L)
        .containsEntry("quarantined rule=headers", 0L)
        .containsEntry("dropped op=u", 1L)
        .containsEntry("dropped op=d", 1L)
        .containsEntry("dropped op=t", 1L)
        .containsEntry("dropped op=other", 1L);
  }

  /** Connect doesn't close a plugin when one behind it refuses its settings. */
  @Test
  void should_start_and_be_seen_when_the_metrics_of_failed_starts_were_left_behind() {
    for (int start = 2; start <= 3; start++) {
      OutboxGuard<SourceRecord> next = new OutboxGuard<>();
      next.configure(Map.of());
      next.withPluginMetrics(
          new PluginMetricsImpl(worker, new LinkedHashMap<>(Map.of("transformation", "guard"))));

      next.apply(anOutboxInsert().build());
      assertThat(counts())
          .containsEntry("passed", 0L)
          .containsEntry("passed start=" + start, 1L)
          .containsEntry("quarantined rule=payload, start=" + start, 0L);
    }
  }

  /** Counts by the middle of the metric's name, and the tags that are ours. */
  private Map<String, Object> counts() {
    Map<String, Object> counts = new TreeMap<>();
    worker
        .metrics()
        .forEach(
            (name, metric) -> {
              if (name.group().equals("plugins")) {
                Map<String, String> tags = new TreeMap<>(name.tags());
                tags.remove("transformation");
                String tag = tags.isEmpty() ? "" : " " + tags.toString().replaceAll("[{}]", "");
                counts.put(
                    name.name().replaceAll(".*-(\\w+)-total", "$1") + tag, metric.metricValue());
              }
            });
    return counts;
  }
}
