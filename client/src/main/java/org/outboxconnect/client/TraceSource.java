package org.outboxconnect.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Where a writer's trace context comes from. Whatever goes wrong here, events are written: without
 * a context, and with one warning in the life of the writer.
 */
final class TraceSource {

  private static final Logger LOG = System.getLogger(OutboxWriter.class.getName());

  private final Supplier<? extends Map<String, String>> supplier;
  private final AtomicBoolean warned = new AtomicBoolean();

  TraceSource(Supplier<? extends Map<String, String>> supplier) {
    this.supplier = supplier;
  }

  /** None at all. */
  static TraceSource off() {
    return new TraceSource(Map::of);
  }

  /** OpenTelemetry's current span, if its API is on the class path. */
  static TraceSource openTelemetry() {
    try {
      return new TraceSource(new OpenTelemetrySource());
    } catch (LinkageError e) {
      LOG.log(Level.DEBUG, "OpenTelemetry is not on the class path: no trace context is captured");
      return off();
    }
  }

  /** The context of the calling thread. */
  TraceContext current() {
    try {
      Map<String, String> given = supplier.get();
      if (given.isEmpty()) {
        return TraceContext.NONE;
      }
      TraceContext context = TraceContext.of(byLowerCaseName(given));
      if (context.members().size() < given.size()) {
        warn("gave something else than valid values");
      }
      return context;
    } catch (RuntimeException | LinkageError e) {
      warn("failed with " + e.getClass().getName());
      return TraceContext.NONE;
    }
  }

  private static Map<String, String> byLowerCaseName(Map<String, String> given) {
    Map<String, String> named = new HashMap<>();
    given.forEach(
        (name, value) -> {
          if (name != null && value != null) { // it is a foreign map: take what is good
            named.put(name.toLowerCase(Locale.ROOT), value);
          }
        });
    return named;
  }

  /** Says no more than that: a value may be about a person. */
  private void warn(String problem) {
    if (warned.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "The source of the trace context {0}. Events are written without the part that is not"
              + " valid; this is logged once. [Hint: it must return traceparent, tracestate and"
              + " baggage as W3C defines them, or an empty map]",
          problem);
    }
  }
}
