package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.smt.internal.header.JsonTexts;

/** What {@link OutboxHeaders} counts, in Kafka's own metrics as a worker hands them out. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxHeadersMetricsTest {

  private final ShownMetrics metrics = new ShownMetrics();
  private final OutboxHeaders<SourceRecord> smt = new OutboxHeaders<>();
  private PluginMetricsImpl shown;

  @BeforeEach
  void configure() {
    smt.configure(Map.of());
    shown = metrics.of(smt); // after configure, as a worker does
  }

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void should_show_zeroes_when_nothing_has_happened() {
    assertThat(metrics.counts())
        .containsOnly(
            Map.entry("records-passed-total", 0L),
            Map.entry("records-expanded-total", 0L),
            Map.entry("trace-contexts-dropped-total part=traceparent", 0L),
            Map.entry("trace-contexts-dropped-total part=tracestate", 0L),
            Map.entry("tracestate-members-dropped-total", 0L));
  }

  @Test
  void should_count_records_that_pass_and_those_that_get_headers() {
    int foreign = DebeziumRecords.foreign().size();
    DebeziumRecords.foreign().values().forEach(smt::apply);
    smt.apply(anOutboxInsert().build());
    smt.apply(anOutboxInsert().build());

    assertThat(metrics.counts())
        .containsEntry("records-passed-total", (long) foreign)
        .containsEntry("records-expanded-total", 2L)
        .containsEntry("trace-contexts-dropped-total part=traceparent", 0L);
  }

  @Test
  void should_count_the_part_that_is_invalid_once_for_each_record() {
    apply("TRACEPARENT", "tracestate", "a=1"); // takes the tracestate with it
    apply("", "tracestate", "A=1");
    apply(TRACEPARENT, "tracestate", "A=1");
    apply(TRACEPARENT, "tracestate", "A=1,B=2");
    apply(TRACEPARENT, "tracestate", "a=1");

    assertThat(metrics.counts())
        .containsEntry("records-expanded-total", 5L)
        .containsEntry("trace-contexts-dropped-total part=traceparent", 2L)
        .containsEntry("trace-contexts-dropped-total part=tracestate", 2L)
        .containsEntry("tracestate-members-dropped-total", 0L);
  }

  @Test
  void should_count_members_when_a_tracestate_is_too_long() {
    String eight = "a_=1,b_=1,c_=1,d_=1,e_=1,f_=1,g_=1,h_=1";
    String rest =
        eight.replace('_', '1') + "," + eight.replace('_', '2') + "," + eight.replace('_', '3');
    apply(TRACEPARENT, "tracestate", eight + "," + rest);
    assertThat(metrics.counts()).containsEntry("tracestate-members-dropped-total", 0L);

    apply(TRACEPARENT, "tracestate", eight + "," + rest + ",i=1,j=1");
    apply(TRACEPARENT, "tracestate", "k".repeat(256) + "=" + "v".repeat(256)); // nothing is left

    assertThat(metrics.counts())
        .containsEntry("tracestate-members-dropped-total", 3L)
        .containsEntry("trace-contexts-dropped-total part=tracestate", 1L);
  }

  @Test
  void should_not_count_a_context_when_there_is_none_or_an_empty_one() {
    smt.apply(anOutboxInsert().with("headers", "{}").build());
    smt.apply(anOutboxInsert().with("headers", "{\"tracestate\": \"a=1\"}").build());
    apply(TRACEPARENT, "tracestate", " , ");

    assertThat(metrics.counts())
        .containsEntry("trace-contexts-dropped-total part=traceparent", 0L)
        .containsEntry("trace-contexts-dropped-total part=tracestate", 0L);
  }

  @Test
  void should_take_its_metrics_away_when_the_worker_closes_them() throws Exception {
    assertThat(metrics.counts()).isNotEmpty();

    shown.close();

    assertThat(metrics.counts()).isEmpty();
  }

  private void apply(String traceparent, String name, String value) {
    String headers = JsonTexts.of(Map.of("traceparent", traceparent, name, value));
    smt.apply(anOutboxInsert().with("headers", headers).build());
  }
}
