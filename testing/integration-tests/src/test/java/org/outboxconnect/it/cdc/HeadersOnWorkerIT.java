package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectRestException;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.connect.ConnectorStatus;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.Case;

/** The transformations on a real worker: what it shows of them, and what it refuses. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeadersOnWorkerIT {

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  /** Without its predicate the transformation also sees what it passes: heartbeats. */
  @BeforeAll
  static void createConnector() {
    ConnectorFile connector =
        ROAD.packagedConnector()
            .without("transforms.headers.predicate")
            .with("heartbeat.interval.ms", "500");
    ROAD.rest().create(connector);
    ROAD.rest().awaitRunning(connector.name());
  }

  @Test
  void should_show_in_jmx_what_was_passed_expanded_and_left_out() throws Exception {
    try (WorkerMetrics worker = WorkerMetrics.of(ROAD.stack().connect().worker(0));
        TopicReader reader = ROAD.reader("Counted.events")) {
      Map<String, Long> before = worker.of(CdcRoad.CONNECTOR, "headers", "part");

      ROAD.write(
          List.of(
              counted(TRACEPARENT, "a=1"),
              counted(TRACEPARENT, "A=1"),
              counted(TRACEPARENT, "a=1" + members(34)),
              counted("no context", "a=1")));
      reader.await(4);

      Wait.require(
          "a heartbeat that is passed",
          CdcRoad.GENEROUS,
          () -> more(worker, before).get("records-passed-total") > 0);
      assertThat(more(worker, before))
          .containsEntry("records-expanded-total", 4L)
          .containsEntry("trace-contexts-dropped-total traceparent", 1L)
          .containsEntry("trace-contexts-dropped-total tracestate", 1L)
          .containsEntry("tracestate-members-dropped-total", 3L);
    }
  }

  private static OutboxEvent counted(String traceparent, String tracestate) {
    return OutboxEvent.builder()
        .aggregateType("Counted")
        .aggregateId("one")
        .eventType("Happened")
        .payloadJson("{}")
        .header("traceparent", traceparent)
        .header("tracestate", tracestate)
        .build();
  }

  private static String members(int count) {
    StringBuilder members = new StringBuilder();
    for (int i = 0; i < count; i++) {
      members.append(",k").append(i).append("=1");
    }
    return members.toString();
  }

  private static Map<String, Long> more(WorkerMetrics worker, Map<String, Long> before)
      throws Exception {
    Map<String, Long> more = new HashMap<>(worker.of(CdcRoad.CONNECTOR, "headers", "part"));
    more.replaceAll((name, count) -> count - before.get(name));
    return more;
  }

  @Test
  @Case("36")
  void should_carry_baggage_byte_by_byte_over_three_services() throws Exception {
    String value = "a+b c\\d,e=f;g \u00e9%20";
    Map<String, String> first = new HashMap<>();
    Context context = Context.root().with(Baggage.builder().put("tenant", value).build());
    W3CBaggagePropagator.getInstance().inject(context, first, Map::put);
    String baggage = first.get("baggage");
    assertThat(baggage).contains("%20", "%5C", "%2C").doesNotContain("+", "\\");

    for (int hop = 1; hop <= 3; hop++) {
      baggage = relayed("Hop" + hop, baggage);
    }

    assertThat(baggage).isEqualTo(first.get("baggage"));
    assertThat(tenantIn(baggage)).isEqualTo(value);
    assertThat(relayed("Raw", "tenant=a+b%2bc"))
        .as("a plus sign stays what it is, encoded or not")
        .isEqualTo("tenant=a+b%2bc");
  }

  /** What the consumer of an event with this baggage finds in the header. */
  private static String relayed(String type, String baggage) throws Exception {
    OutboxEvent event =
        OutboxEvent.builder()
            .aggregateType(type)
            .aggregateId("one")
            .eventType("Happened")
            .payloadJson("{}")
            .header("baggage", baggage)
            .build();
    try (TopicReader reader = ROAD.reader(type + ".events")) {
      ROAD.write(List.of(event));
      return TopicReader.header(reader.await(1).get(0), "baggage");
    }
  }

  private static String tenantIn(String baggage) {
    Context read =
        W3CBaggagePropagator.getInstance()
            .extract(Context.root(), Map.of("baggage", baggage), Map::get);
    return Baggage.fromContext(read).getEntryValue("tenant");
  }

  @ParameterizedTest
  @CsvSource({
    "transforms.headers., created.at.header, yes",
    "transforms.headers., headers.include,   'a,eventId'",
    "transforms.headers., headers.exclude,   'a,,b'",
    "transforms.guard.,   headers.exclude,   'a,,b'",
    "transforms.guard.,   aggregate.types,   'Order,my basket'",
    "transforms.guard.,   topic.pattern,     '${aggregate_type} events'",
    "transforms.guard.,   payload.max.bytes, 4095",
    "transforms.guard.,   on.violation,      skip",
    "transforms.guard.,   quarantine.topic,  my quarantine"
  })
  void should_answer_400_with_the_key_when_the_value_of_one_key_is_bad(
      String prefix, String key, String value) {
    ConnectorFile good = ROAD.packagedConnector().named("checked");
    ConnectorFile bad = good.with(prefix + key, value);

    assertThat(errorsOf(good, prefix + key)).isEmpty();
    assertThat(errorsOf(bad, prefix + key)).singleElement().asString().contains(key);
    assertThatThrownBy(() -> ROAD.rest().create(bad))
        .isInstanceOfSatisfying(
            ConnectRestException.class, e -> assertThat(e.statusCode()).isEqualTo(400))
        .hasMessageContaining(key);
  }

  private static List<String> errorsOf(ConnectorFile connector, String key) {
    JsonNode configs = ROAD.rest().validate(connector).path("configs");
    return StreamSupport.stream(configs.spliterator(), false)
        .map(config -> config.path("value"))
        .filter(config -> config.path("name").asText().equals(key))
        .flatMap(config -> StreamSupport.stream(config.path("errors").spliterator(), false))
        .map(JsonNode::asText)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "transforms.headers.headers.exclud, did you mean headers.exclude in place of headers.exclud?",
    "transforms.guard.on.violations,    did you mean on.violation in place of on.violations?",
    "predicates.isOutboxInsert.table,   remove table"
  })
  void should_fail_the_task_with_a_suggestion_when_a_key_is_unknown(String key, String hint) {
    // Connect shows unknown keys to no validator.
    assertThat(failureOf(ROAD.packagedConnector().with(key, "x")))
        .contains("ConfigException", "[Hint: " + hint + "]");
  }

  @Test
  void should_fail_the_task_with_a_suggestion_when_keys_of_the_guard_exclude_each_other() {
    ConnectorFile aside =
        ROAD.packagedConnector().with("transforms.guard.quarantine.topic", "Order.events");

    // Connect validates each key by itself.
    assertThat(failureOf(aside.with("transforms.guard.aggregate.types", "Basket,Order")))
        .contains("ConfigException", "aggregate.types", "[Order.events] is for quarantined events")
        .contains("[Hint: see topic.pattern]");
    assertThat(failureOf(aside.with("transforms.guard.topic.pattern", "Order_events")))
        .contains("ConfigException", "topic.pattern", "[Order.events] is for quarantined events");
    assertThat(failureOf(aside.with("transforms.guard.aggregate.types", "order.item,order_item")))
        .contains("ConfigException", "aggregate.types")
        .contains("topics of [order.item] and [order_item] for the same");
  }

  /** Connect leaves the metrics of the failed start behind, and its names are taken. */
  @Test
  void should_run_and_be_counted_when_a_setting_was_corrected() throws Exception {
    ConnectorFile good = ROAD.idleConnector();
    ROAD.rest().create(good.with("transforms.headers.headers.exclud", "x"));
    Wait.require(
        "the end of its task", CdcRoad.GENEROUS, () -> ROAD.rest().status(good.name()).failed());

    ROAD.rest().put(good);

    Wait.require(
        "the corrected task", CdcRoad.GENEROUS, () -> ROAD.rest().status(good.name()).running());
    try (WorkerMetrics worker = WorkerMetrics.of(ROAD.stack().connect().worker(0))) {
      assertThat(worker.of(good.name(), "guard", "start"))
          .as("the control: what was left behind, and the names beside it")
          .containsKeys("records-passed-total", "records-passed-total 2");
    }
    ROAD.rest().delete(good.name());
  }

  /** Why the task of a connector that the REST API has accepted fails. */
  private static String failureOf(ConnectorFile accepted) {
    ROAD.rest().create(accepted.named("refused"));
    Wait.require(
        "the end of its task", CdcRoad.GENEROUS, () -> ROAD.rest().status("refused").failed());
    ConnectorStatus status = ROAD.rest().status("refused");
    ROAD.rest().delete("refused");
    return status.traces();
  }
}
