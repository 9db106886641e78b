package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OrderTest {

  @Test
  void should_count_the_changes_of_each_order_without_a_gap() {
    Map<String, Integer> versions = new HashMap<>();
    IntStream.range(0, 1000)
        .mapToObj(Order::ofEvent)
        .forEach(
            order ->
                assertThat(order.version()).isEqualTo(versions.merge(order.id(), 1, Integer::sum)));
    assertThat(versions).hasSize(Order.ORDERS);
  }

  @Test
  void should_give_an_order_to_one_writer_thread_only() {
    assertThat(Order.ORDERS % OrderWriter.THREADS).isZero();
  }

  @Test
  void should_place_an_order_before_it_changes() {
    assertThat(Order.ofEvent(3)).isEqualTo(new Order("order-3", 1));
    assertThat(Order.ofEvent(3).eventType()).isEqualTo("OrderPlaced");
    assertThat(Order.ofEvent(3 + Order.ORDERS).eventType()).isEqualTo("OrderChanged");
    assertThat(Order.ofEvent(3 + Order.ORDERS).payload())
        .isEqualTo("{\"orderId\": \"order-3\", \"version\": 2}");
  }
}
