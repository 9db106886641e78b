package org.outboxconnect.client.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.testing.Case;
import org.springframework.kafka.support.DefaultKafkaHeaderMapper;
import org.springframework.kafka.support.converter.MessagingMessageConverter;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;

/** What a Spring listener sees of the relay's headers. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpringHeadersTest {

  private final OutboxEvent event = OutboxEvent.of("order", "42", "OrderPlaced", "{}");
  private final ConsumerRecord<String, String> record =
      new ConsumerRecord<>("order.events", 0, 0, "42", "{}");

  /** The control is the header {@code id}: a message of Spring has one of its own. */
  @Test
  @Case("46")
  void should_find_the_events_id_under_its_second_name_when_spring_hides_the_first() {
    for (String name : new String[] {"id", "eventId"}) {
      record.headers().add(name, event.id().toString().getBytes(UTF_8));
    }

    Message<?> message = new MessagingMessageConverter().toMessage(record, null, null, null);
    Message<?> handedOn = MessageBuilder.fromMessage(message).setHeader("step", 2).build();

    assertThatThrownBy(() -> message.getHeaders().getId())
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(handedOn.getHeaders().getId()).isNotNull().isNotEqualTo(event.id());
    assertThat(handedOn.getHeaders().get("eventId", byte[].class))
        .asString(UTF_8)
        .isEqualTo(event.id().toString());
  }

  @Test
  @Case("46")
  void should_see_the_id_as_text_when_the_mapper_is_told_so() {
    record.headers().add("eventId", event.id().toString().getBytes(UTF_8));
    DefaultKafkaHeaderMapper mapper = new DefaultKafkaHeaderMapper();
    mapper.addRawMappedHeader("eventId", true);
    MessagingMessageConverter converter = new MessagingMessageConverter();
    converter.setHeaderMapper(mapper);

    Message<?> message = converter.toMessage(record, null, null, null);

    assertThat(message.getHeaders()).containsEntry("eventId", event.id().toString());
  }
}
