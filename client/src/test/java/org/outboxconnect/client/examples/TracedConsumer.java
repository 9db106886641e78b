package org.outboxconnect.client.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

// tag::traced-consumer
/** The span of a consumer for one event of the outbox. */
final class TracedConsumer {

  /** Longer than tracing back ends wait for the rest of a trace before they decide to keep it. */
  private static final Duration ONE_TRACE = Duration.ofMinutes(1);

  private final Tracer tracer;
  private final Clock clock;

  TracedConsumer(Tracer tracer, Clock clock) {
    this.tracer = tracer;
    this.clock = clock;
  }

  /** Starts the span; who handles the event makes it current and ends it. */
  Span start(ConsumerRecord<?, ?> event) {
    Context writer =
        W3CTraceContextPropagator.getInstance()
            .extract(Context.root(), event.headers(), TracedConsumer::text);
    SpanBuilder span =
        tracer.spanBuilder("process " + event.topic()).setSpanKind(SpanKind.CONSUMER);
    if (ageOf(event).compareTo(ONE_TRACE) < 0) {
      span.setParent(writer); // one trace from the request to here
    } else {
      // The request ended long ago: a trace of its own that points back to it.
      span.setNoParent().addLink(Span.fromContext(writer).getSpanContext());
    }
    return span.startSpan();
  }

  /**
   * The record's own timestamp is that of the relay; the id, a UUIDv7, begins with the writer's.
   */
  private Duration ageOf(ConsumerRecord<?, ?> event) {
    UUID id = UUID.fromString(text(event.headers(), "eventId"));
    return Duration.ofMillis(clock.millis() - (id.getMostSignificantBits() >>> 16));
  }

  private static String text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }
}
// end::traced-consumer
