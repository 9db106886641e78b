package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.outboxconnect.client.TestEvents.anEvent;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PayloadTest {

  record OrderPlaced(String orderId, BigDecimal total, Instant at, Duration within) {}

  /** Jackson finds nothing in it that it could write. */
  static final class Opaque {}

  record Failing(List<String> ibans) {
    public String getIban() {
      if (ibans.isEmpty()) {
        throw new IllegalStateException("secret DE00");
      }
      return ibans.get(0);
    }
  }

  @Test
  void should_serialise_an_object_with_jackson_when_nothing_else_is_given() {
    Instant at = Instant.parse("2026-11-30T08:15:30.123456Z");
    Duration within = Duration.ofMinutes(90);
    Object payload = new OrderPlaced("42", new BigDecimal("12.50"), at, within);
    String json =
        "{\"orderId\":\"42\",\"total\":12.50,\"at\":\"2026-11-30T08:15:30.123456Z\","
            + "\"within\":\"PT1H30M\"}";

    assertThat(anEvent().payload(payload).build().payloadJson()).isEqualTo(json);
    assertThat(OutboxEvent.of("order", "42", "OrderPlaced", payload).payloadJson()).isEqualTo(json);
  }

  @Test
  void should_keep_every_digit_of_an_object_and_of_a_tree() throws Exception {
    String json = "{\"a\":9007199254740993,\"b\":1234567890123456789,\"c\":0.10000000000000000001}";
    ObjectMapper exact =
        new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    assertThat(anEvent().payloadTree(exact.readTree(json)).build().payloadJson()).isEqualTo(json);
    assertThat(anEvent().payload(Map.of("n", 9_007_199_254_740_993L)).build().payloadJson())
        .isEqualTo("{\"n\":9007199254740993}");
  }

  @Test
  void should_use_the_serializer_of_the_builder_but_not_for_trees() {
    PayloadSerializer types = payload -> '"' + payload.getClass().getSimpleName() + '"';

    assertThat(with(types).payload(Map.of()).build().payloadJson()).isEqualTo("\"MapN\"");
    assertThat(with(types).payloadTree(new ObjectMapper().createObjectNode()).build().payloadJson())
        .isEqualTo("{}");
  }

  @Test
  void should_not_change_when_object_or_tree_change_later() {
    List<String> list = new ArrayList<>(List.of("a"));
    ObjectNode tree = new ObjectMapper().createObjectNode().put("a", 1);
    OutboxEvent.Builder ofObject = anEvent().payload(list);
    OutboxEvent.Builder ofTree = anEvent().payloadTree(tree);

    list.add("b");
    tree.put("b", 2);

    assertThat(ofObject.build().payloadJson()).isEqualTo("[\"a\"]");
    assertThat(ofTree.build().payloadJson()).isEqualTo("{\"a\":1}");
  }

  @Test
  void should_refuse_a_text_or_bytes_that_would_be_quoted() {
    byte[] bytes = "{\"secret\":1}".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> anEvent().payload("{\"secret\":1}"))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContainingAll(
            "[java.lang.String] would be quoted as one JSON string", "[Hint: give JSON text to pay")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> anEvent().payload(bytes)).hasMessageContaining("type [byte[]] would");
    assertThatThrownBy(() -> OutboxEvent.of("order", "42", "OrderPlaced", (Object) "{}"))
        .isInstanceOf(InvalidEventException.class);
  }

  @Test
  void should_name_the_type_but_no_content_when_serialising_fails() {
    InvalidEventException refusal =
        catchThrowableOfType(
            InvalidEventException.class, () -> anEvent().payload(new Failing(List.of())));

    assertThat(refusal)
        .hasMessageContainingAll(
            "Cannot make an event: the payload of type [" + Failing.class.getTypeName() + "]",
            "can't be serialised",
            "Nothing was sent")
        .hasStackTraceContaining("Failing.getIban") // so that the place can be found
        .hasStackTraceContaining("java.lang.IllegalStateException");
    assertThat(refusal.eventIndex()).isEmpty();
    assertThat(Throwables.getStackTrace(refusal)).doesNotContain("secret", "DE00");
  }

  @Test
  void should_name_the_part_that_jackson_cannot_write() {
    assertThatThrownBy(() -> anEvent().payload(Map.of("secret", new Opaque())))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContainingAll(
            "no serializer for [" + Opaque.class.getName() + "]", "jackson-datatype-jsr310")
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  @Test
  void should_refuse_an_object_that_holds_itself() {
    List<Object> endless = new ArrayList<>();
    endless.add(endless);

    assertThatThrownBy(() -> anEvent().payload(endless))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("[java.util.ArrayList] can't be serialised");
    assertThatThrownBy(() -> anEvent().payload(new Ring()))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("Ring] can't be serialised")
        .hasMessageNotContaining("has no serializer");
    assertThatThrownBy(() -> with(PayloadTest::nested).payload(endless))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("java.lang.StackOverflowError was thrown");
  }

  static final class Ring {
    public Ring getNext() {
      return this;
    }
  }

  @Test
  void should_keep_the_interrupt_when_a_serializer_was_interrupted() {
    PayloadSerializer interrupted =
        payload -> {
          throw new InterruptedException();
        };

    assertThatThrownBy(() -> with(interrupted).payload(1))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("java.lang.InterruptedException was thrown");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void should_refuse_a_serializer_that_gives_null() {
    assertThatThrownBy(() -> with(payload -> null).payload(1))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("[java.lang.Integer] became null");
  }

  @Test
  void should_name_the_type_when_it_did_not_become_json() {
    OutboxEvent text = with(payload -> "secret").payload(Map.of()).build();
    OutboxEvent nan = anEvent().payload(List.of(Double.NaN)).build();
    OutboxWriter writer = OutboxWriter.builder().build();

    assertThatThrownBy(() -> writer.append(UnsentConnection.inTransaction(), text))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContainingAll(
            "payload is not JSON: unexpected text at line 1, column 1",
            "(payload made of type [java.util.ImmutableCollections$MapN])")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> writer.append(UnsentConnection.inTransaction(), nan))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("payload is not JSON: unexpected text at line 1");
  }

  @Test
  void should_name_what_is_null() {
    assertThatThrownBy(() -> OutboxEvent.builder(null)).hasMessage("serializer");
    assertThatThrownBy(() -> anEvent().payload(null)).hasMessage("payload");
    assertThatThrownBy(() -> anEvent().payloadTree(null)).hasMessage("payload");
  }

  /** Writes nested lists, and knows no end. */
  private static String nested(Object payload) {
    return ((List<?>) payload).stream().map(PayloadTest::nested).toList().toString();
  }

  private static OutboxEvent.Builder with(PayloadSerializer serializer) {
    return OutboxEvent.builder(serializer)
        .aggregateType("order")
        .aggregateId("42")
        .eventType("OrderPlaced");
  }
}
