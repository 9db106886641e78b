package org.outboxconnect.client;

import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Apart, because OpenTelemetry's API may be missing: only this class needs it. */
final class OpenTelemetrySource implements Supplier<Map<String, String>> {

  // The two propagators are named, whatever the application has set up for its other traffic: these
  // are the headers that the relay knows.
  private final W3CTraceContextPropagator trace = W3CTraceContextPropagator.getInstance();
  private final W3CBaggagePropagator baggage = W3CBaggagePropagator.getInstance();

  @Override
  public Map<String, String> get() {
    Context context = Context.current();
    if (!Span.fromContext(context).getSpanContext().isValid()) {
      return Map.of();
    }
    Map<String, String> values = new HashMap<>();
    trace.inject(context, values, Map::put);
    baggage.inject(context, values, Map::put);
    return values;
  }
}
