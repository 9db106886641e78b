package org.outboxconnect.client.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.testing.Case;

/** The consumer of client/EXAMPLES.md, with OpenTelemetry's own tracer. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TracedConsumerTest {

  private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN_ID = "b7ad6b7169203331";
  private static final String TRACEPARENT = "00-" + TRACE_ID + "-" + SPAN_ID + "-01";

  private final OutboxEvent event = OutboxEvent.of("order", "42", "OrderPlaced", "{}");

  @Test
  @Case("34")
  void should_go_on_with_the_trace_when_the_event_is_fresh() {
    SpanData span = spanAfter(Duration.ofMillis(20), TRACEPARENT);

    assertThat(span.getTraceId()).isEqualTo(TRACE_ID);
    assertThat(span.getParentSpanId()).isEqualTo(SPAN_ID);
    assertThat(span.getLinks()).isEmpty();
    assertThat(span.getKind()).isEqualTo(SpanKind.CONSUMER);
  }

  @Test
  @Case("34")
  void should_begin_a_trace_with_a_link_when_the_event_is_hours_old() {
    SpanData span = spanAfter(Duration.ofHours(6), TRACEPARENT);

    assertThat(span.getTraceId()).isNotEqualTo(TRACE_ID);
    assertThat(span.getParentSpanContext().isValid()).isFalse();
    assertThat(span.getLinks())
        .extracting(LinkData::getSpanContext)
        .singleElement()
        .returns(TRACE_ID, sender -> sender.getTraceId())
        .returns(SPAN_ID, sender -> sender.getSpanId());
  }

  @Test
  void should_begin_a_trace_without_a_link_when_the_event_has_no_context() {
    for (Duration age : new Duration[] {Duration.ZERO, Duration.ofHours(6)}) {
      SpanData span = spanAfter(age, null);

      assertThat(span.getParentSpanContext().isValid()).isFalse();
      assertThat(span.getLinks()).isEmpty();
    }
  }

  private SpanData spanAfter(Duration age, String traceparent) {
    ConsumerRecord<String, String> record = new ConsumerRecord<>("order.events", 0, 0, "42", "{}");
    record.headers().add("eventId", event.id().toString().getBytes(UTF_8));
    if (traceparent != null) {
      record.headers().add("traceparent", traceparent.getBytes(UTF_8));
    }
    Instant written = Instant.ofEpochMilli(event.id().getMostSignificantBits() >>> 16);
    Clock clock = Clock.fixed(written.plus(age), ZoneOffset.UTC);
    try (SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(SpanExporter.composite())) // to nowhere
            .build()) {
      TracedConsumer consumer = new TracedConsumer(provider.get("test"), clock);
      return ((ReadableSpan) consumer.start(record)).toSpanData();
    }
  }
}
