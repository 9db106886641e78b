package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxEventTest {

  @Test
  void should_keep_what_it_is_given() {
    UUID id = UUID.fromString("00000000-0000-4000-8000-000000000001");
    OutboxEvent event =
        OutboxEvent.builder()
            .id(id)
            .aggregateType("order")
            .aggregateId("42")
            .eventType("OrderPlaced")
            .payloadJson("{ }")
            .header("traceparent", "00-1")
            .headers(Map.of("schema", "2"))
            .build();

    assertThat(event.id()).isEqualTo(id);
    assertThat(event.aggregateType()).isEqualTo("order");
    assertThat(event.aggregateId()).isEqualTo("42");
    assertThat(event.eventType()).isEqualTo("OrderPlaced");
    assertThat(event.payloadJson()).isEqualTo("{ }");
    assertThat(event.headers())
        .containsExactly(Map.entry("traceparent", "00-1"), Map.entry("schema", "2"));
  }

  @Test
  void should_give_a_rising_id_of_version_7_when_none_is_given() {
    OutboxEvent first = OutboxEvent.of("order", "42", "OrderPlaced", "{}");
    OutboxEvent second = OutboxEvent.of("order", "42", "OrderPaid", "{}");

    assertThat(first.id().version()).isEqualTo(7);
    assertThat(second.id().toString()).isGreaterThan(first.id().toString());
    assertThat(first.headers()).isEmpty();
  }

  @Test
  void should_not_change_when_builder_or_map_change_later() {
    Map<String, String> map = new HashMap<>(Map.of("a", "1"));
    OutboxEvent.Builder builder = anEvent().headers(map);
    OutboxEvent event = builder.build();

    map.put("b", "2");
    builder.header("c", "3").aggregateId("43");

    assertThat(event.headers()).containsExactly(Map.entry("a", "1"));
    assertThat(event.aggregateId()).isEqualTo("42");
    assertThatThrownBy(() -> event.headers().put("d", "4"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void should_name_the_part_when_it_is_missing_or_null() {
    assertThatThrownBy(() -> OutboxEvent.builder().aggregateType("order").build())
        .isInstanceOf(NullPointerException.class)
        .hasMessage("aggregateId");
    assertThatThrownBy(() -> anEvent().header("a", null)).hasMessage("value");
    assertThatThrownBy(() -> anEvent().payloadJson(null)).hasMessage("payloadJson");
  }

  @Test
  void should_show_neither_payload_nor_headers_nor_aggregate_id_as_text() {
    OutboxEvent event =
        anEvent()
            .aggregateId("DE00")
            .payloadJson("{\"iban\":\"DE00\"}")
            .header("h", "DE00")
            .build();

    assertThat(event)
        .asString()
        .contains(event.id().toString(), "OrderPlaced")
        .doesNotContain("DE00");
  }
}
