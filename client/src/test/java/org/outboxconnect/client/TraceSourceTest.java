package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceSourceTest {

  @RegisterExtension final CapturedLog log = new CapturedLog();

  @Test
  void should_capture_the_current_span_of_opentelemetry() {
    TraceSource source = TraceSource.openTelemetry();
    try (SdkTracerProvider provider = recordingProvider()) {
      Span span = provider.get("test").spanBuilder("order").startSpan();
      SpanContext context = span.getSpanContext();

      assertThat(in(Context.root().with(span), source))
          .containsExactly(
              "\"traceparent\":\"00-%s-%s-%s\""
                  .formatted(
                      context.getTraceId(), context.getSpanId(), context.getTraceFlags().asHex()));
      span.end();
    }
    assertThat(source.current()).isEqualTo(TraceContext.NONE);
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void should_capture_state_and_baggage_beside_a_span_that_is_not_sampled() {
    Span remote =
        Span.wrap(
            SpanContext.createFromRemoteParent(
                "0af7651916cd43dd8448eb211c80319c",
                "b7ad6b7169203331",
                TraceFlags.getDefault(),
                TraceState.builder().put("vendor", "1").build()));
    Baggage baggage = Baggage.builder().put("tenant", "a+b c\\d,e").build();

    assertThat(in(Context.root().with(remote).with(baggage), TraceSource.openTelemetry()))
        .containsExactly(
            "\"traceparent\":\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00\"",
            "\"tracestate\":\"vendor=1\"",
            "\"baggage\":\"tenant=a%2Bb%20c%5Cd%2Ce\"");
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void should_capture_nothing_when_no_span_is_current_or_when_it_is_off() {
    Context baggage = Context.root().with(Baggage.builder().put("tenant", "a").build());

    assertThat(in(baggage, TraceSource.openTelemetry())).isEmpty();
    assertThat(in(baggage.with(Span.wrap(valid())), TraceSource.openTelemetry())).hasSize(2);
    assertThat(in(baggage.with(Span.wrap(valid())), TraceSource.off())).isEmpty();
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void should_warn_once_without_values_when_the_supplier_fails() {
    Supplier<Map<String, String>> failing =
        () -> {
          throw new IllegalStateException("secret");
        };
    TraceSource source = new TraceSource(failing);

    assertThat(source.current()).isEqualTo(TraceContext.NONE);
    assertThat(source.current()).isEqualTo(TraceContext.NONE);

    assertThat(log.lines())
        .singleElement()
        .asString()
        .contains("WARNING", "failed with java.lang.IllegalStateException", "[Hint: ")
        .doesNotContain("secret");
  }

  @Test
  void should_take_what_is_good_and_warn_without_values_when_a_supplier_gives_nonsense() {
    Map<String, String> nonsense = new HashMap<>();
    nonsense.put("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    nonsense.put("tracestate", null);
    nonsense.put(null, "secret");
    nonsense.put("b3", "secret");
    nonsense.put("baggage", "secret");

    assertThat(new TraceSource(() -> nonsense).current().members()).hasSize(1);
    assertThat(new TraceSource(() -> null).current()).isEqualTo(TraceContext.NONE);

    assertThat(log.lines()).hasSize(2).allMatch(line -> !line.contains("secret"));
    assertThat(log.lines().get(0)).contains("gave something else than valid values");
    assertThat(log.lines().get(1)).contains("failed with java.lang.NullPointerException");
  }

  @Test
  void should_survive_a_library_of_another_version() {
    Supplier<Map<String, String>> broken =
        () -> {
          throw new NoSuchMethodError("secret");
        };

    assertThat(new TraceSource(broken).current()).isEqualTo(TraceContext.NONE);
    assertThat(log.lines()).hasSize(1);
  }

  /** Without a processor, the SDK makes spans that are not valid. */
  private static SdkTracerProvider recordingProvider() {
    return SdkTracerProvider.builder()
        .addSpanProcessor(SimpleSpanProcessor.create(SpanExporter.composite()))
        .build();
  }

  private static List<String> in(Context context, TraceSource source) {
    return context.wrapSupplier(source::current).get().members();
  }

  private static SpanContext valid() {
    return SpanContext.create(
        "0af7651916cd43dd8448eb211c80319c",
        "b7ad6b7169203331",
        TraceFlags.getSampled(),
        TraceState.getDefault());
  }
}
