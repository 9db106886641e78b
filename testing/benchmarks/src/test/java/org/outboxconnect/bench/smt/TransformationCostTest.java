package org.outboxconnect.bench.smt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.bench.event.BenchEvent;
import org.outboxconnect.bench.event.TracedEvent;

/** That the benchmark's rows go all the way, as the contract has it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TransformationCostTest {

  private static final PackagedSteps PACKAGED =
      PackagedSteps.of(Path.of(System.getProperty("outbox.root")));

  @Test
  void should_give_records_with_all_headers_when_rows_pass_the_whole_chain() {
    SourceRecord[] rows = OutboxRows.build(2);

    assertThat(rows).extracting(TransformationCostTest::relayed).doesNotHaveDuplicates();
    SourceRecord record = relayed(rows[1]);
    assertThat(record.topic()).isEqualTo("Order.events");
    assertThat(record.key()).isEqualTo("order-1");
    assertThat(headers(record))
        .containsOnlyKeys("eventId", "eventType", "id", "traceparent")
        .containsEntry("traceparent", new TracedEvent("Order", 1).traceparent());
  }

  @Test
  void should_have_the_sizes_of_the_promise() {
    TracedEvent event = new TracedEvent("Order", 123_456);

    assertThat(event.payload().getBytes(StandardCharsets.UTF_8)).hasSize(500);
    assertThat(event.traceparent()).hasSize(55);
    assertThat(BenchEvent.sequenceOf(event.payload())).isEqualTo(123_456);
  }

  @Test
  void should_name_our_steps_without_event_router() {
    assertThat(PACKAGED.ours()).contains("headers").doesNotContain("outbox");
  }

  private static SourceRecord relayed(SourceRecord row) {
    SourceRecord record = row;
    for (String step : PACKAGED.ours()) {
      record = PACKAGED.step(step).apply(record);
    }
    return PACKAGED.step(PackagedSteps.ROUTER).apply(record);
  }

  private static Map<String, String> headers(SourceRecord record) {
    Map<String, String> texts = new TreeMap<>();
    for (Header header : record.headers()) {
      texts.put(header.key(), header.value().toString());
    }
    return texts;
  }
}
