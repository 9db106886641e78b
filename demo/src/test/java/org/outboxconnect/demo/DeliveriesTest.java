package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DeliveriesTest {

  private static final TopicPartition FIRST = new TopicPartition("order.events", 0);
  private static final TopicPartition SECOND = new TopicPartition("order.events", 1);
  private static final UUID EVENT = new UUID(1, 1);
  private static final UUID OTHER = new UUID(2, 2);

  private final Deliveries deliveries = new Deliveries();

  @Test
  void should_tell_repeats_from_events() {
    assertThat(deliveries.read(FIRST, 0, EVENT, 1)).isTrue();
    assertThat(deliveries.read(FIRST, 1, EVENT, 2)).isFalse();
    assertThat(deliveries.read(FIRST, 2, OTHER, 3)).isTrue();

    assertThat(deliveries.delivered()).isEqualTo(2);
    assertThat(deliveries.redelivered()).isEqualTo(1);
  }

  @Test
  void should_end_the_outage_only_when_a_record_of_the_restarted_relay_is_read() {
    deliveries.relayRestarts(Map.of(FIRST, 10L, SECOND, 0L));

    deliveries.read(FIRST, 9, EVENT, 100); // was in Kafka already
    assertThat(deliveries.afterRestartNanos()).isEmpty();

    deliveries.read(SECOND, 0, EVENT, -200); // nanoTime may be negative
    deliveries.read(SECOND, 1, OTHER, 300);
    assertThat(deliveries.afterRestartNanos()).hasValue(-200);
  }

  @Test
  void should_reach_the_end_when_every_partition_is_applied() {
    Map<TopicPartition, Long> end = Map.of(FIRST, 2L, SECOND, 0L);

    deliveries.applied(FIRST, 1);
    assertThat(deliveries.reached(end)).isFalse();

    deliveries.applied(FIRST, 2);
    assertThat(deliveries.reached(end)).isTrue();
  }
}
