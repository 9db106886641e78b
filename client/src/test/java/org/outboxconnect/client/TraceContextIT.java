package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.client.TestEvents.anEvent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.testing.Case;

/** The trace context on its way through the outbox, in each mode. */
@ParameterizedClass(name = "{0}")
@EnumSource(OutboxMode.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceContextIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("trace_context");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final Span SPAN =
      Span.wrap(
          SpanContext.createFromRemoteParent(
              "0af7651916cd43dd8448eb211c80319c",
              "b7ad6b7169203331",
              TraceFlags.getSampled(),
              TraceState.builder().put("vendor", "1").build()));

  @Parameter OutboxMode mode;

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE outbox");
    database.relayed();
  }

  @Test
  void should_give_all_events_of_a_list_the_context_unless_they_have_their_own() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    OutboxWriter writer =
        OutboxWriter.builder()
            .mode(mode)
            .traceContext(
                () -> {
                  asked.incrementAndGet();
                  return Map.of("traceparent", TRACEPARENT, "baggage", "tenant=a");
                })
            .build();
    List<OutboxEvent> events =
        List.of(
            anEvent().build(),
            anEvent().header("schemaVersion", "2").build(),
            anEvent().header("TraceState", "own=1").build());

    assertThat(relayed(writer, events))
        .containsExactly(
            Map.of("traceparent", TRACEPARENT, "baggage", "tenant=a"),
            Map.of("schemaVersion", "2", "traceparent", TRACEPARENT, "baggage", "tenant=a"),
            Map.of("TraceState", "own=1"));
    assertThat(asked).as("captures in one call").hasValue(1);
  }

  @Test
  void should_write_the_current_span_unless_it_is_switched_off() throws Exception {
    Context context = Context.root().with(SPAN);
    OutboxWriter capturing = OutboxWriter.builder().mode(mode).build();
    OutboxWriter silent = OutboxWriter.builder().mode(mode).withoutTraceContext().build();

    assertThat(in(context, () -> relayed(capturing, List.of(anEvent().build()))))
        .containsExactly(Map.of("traceparent", TRACEPARENT, "tracestate", "vendor=1"));
    assertThat(in(context, () -> relayed(silent, List.of(anEvent().build()))))
        .containsExactly(Map.of());
    assertThat(relayed(capturing, List.of(anEvent().build()))).containsExactly(Map.of());
  }

  @Test
  @Case("36")
  void should_keep_baggage_as_it_is_over_three_hops() throws Exception {
    String value = "a+b c\\d,e=f;g \u00e9%20";
    OutboxWriter writer = OutboxWriter.builder().mode(mode).build();
    Context context =
        Context.root().with(SPAN).with(Baggage.builder().put("tenant", value).build());
    Map<String, String> first = hop(context, writer);

    Map<String, String> third = hop(extract(hop(extract(first), writer)), writer);

    assertThat(third).isEqualTo(first).containsKeys("traceparent", "tracestate", "baggage");
    assertThat(first.get("baggage"))
        .startsWith("tenant=a")
        .contains("b%20c%5Cd")
        .doesNotContain("+");
    assertThat(Baggage.fromContext(extract(third)).getEntryValue("tenant")).isEqualTo(value);
  }

  private Map<String, String> hop(Context context, OutboxWriter writer) throws Exception {
    return in(context, () -> relayed(writer, List.of(anEvent().build()))).get(0);
  }

  /** What the next service does with the record's headers. */
  private static Context extract(Map<String, String> headers) {
    TextMapGetter<Map<String, String>> getter = Map::get;
    Context traced =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, getter);
    return W3CBaggagePropagator.getInstance().extract(traced, headers, getter);
  }

  private static <T> T in(Context context, Callable<T> work) throws Exception {
    return context.wrap(work).call();
  }

  private static List<Map<String, String>> relayed(OutboxWriter writer, List<OutboxEvent> events)
      throws SQLException {
    try (Connection connection = database.begin()) {
      writer.appendAll(connection, events);
      connection.commit();
    }
    return database.relayed().stream()
        .map(DecodedEvent::headers)
        .map(TraceContextIT::headers)
        .toList();
  }

  private static Map<String, String> headers(String json) {
    try {
      return JSON.readValue(json, new TypeReference<Map<String, String>>() {});
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }
}
