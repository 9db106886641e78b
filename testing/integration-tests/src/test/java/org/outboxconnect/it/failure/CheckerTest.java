package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.it.failure.Difference.Kind;

/** Each kind of difference is planted and must be found. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CheckerTest {

  private static final Aggregate CART = new Aggregate("Cart", "1");
  private static final Aggregate ORDER = new Aggregate("Order", "1");

  private final Ledger ledger = new Ledger();
  private final List<Written> cart = List.of(written(CART), written(CART), written(CART));
  private final List<Written> order = List.of(written(ORDER), written(ORDER));
  private final Written undone = written(CART);
  private final List<Seen> records = new ArrayList<>();
  private final Map<UUID, Integer> effects = new HashMap<>();

  @BeforeEach
  void deliverEverything() {
    ledger.committed(cart);
    ledger.committed(order);
    ledger.rolledBack(List.of(undone));
    cart.forEach(this::deliver);
    order.forEach(this::deliver);
    ledger.entries().committed().forEach(event -> effects.put(event.id(), 1));
  }

  @Test
  void should_find_nothing_when_everything_arrived_once_and_in_order() {
    assertThat(checker().delivery(records)).isEmpty();
    assertThat(checker().effect(effects)).isEmpty();
  }

  @Test
  void should_find_nothing_when_events_are_repeated_after_later_ones() {
    cart.forEach(this::deliver);
    deliver(cart.get(0));

    assertThat(checker().delivery(records)).isEmpty();
  }

  @Test
  void should_find_a_loss_in_the_middle_and_at_the_end() {
    records.removeIf(record -> record.id().equals(cart.get(1).id()));
    assertFound(Kind.LOST, cart.get(1).id() + " of Cart/1, number 2 of its aggregate; 1 of 5");

    records.removeIf(record -> record.id().equals(cart.get(0).id()));
    assertFound(Kind.LOST, cart.get(0).id() + " of Cart/1, number 1 of its aggregate; 2 of 5");
  }

  @Test
  void should_find_the_loss_when_nothing_arrived() {
    records.clear();

    assertFound(Kind.LOST, "5 of 5 are missing");
  }

  @Test
  void should_find_the_first_pair_that_changed_places() {
    Collections.swap(records, 1, 2);

    assertFound(
        Kind.REORDERED,
        "number 2 of Cart/1 is %s, expected %s".formatted(cart.get(2).id(), cart.get(1).id()));
  }

  @Test
  void should_find_a_wrong_order_of_first_occurrences_when_repeats_hide_it() {
    Collections.swap(records, 0, 1);
    cart.forEach(this::deliver);

    assertFound(Kind.REORDERED, "number 1 of Cart/1");
  }

  @Test
  void should_find_a_record_of_a_transaction_that_was_rolled_back() {
    deliver(undone);

    assertFound(Kind.GHOST, undone.id().toString());
  }

  @Test
  void should_find_a_record_that_nobody_wrote() {
    Written stranger = written(CART);
    deliver(stranger);

    assertFound(Kind.UNKNOWN, stranger.id().toString());
  }

  @Test
  void should_find_a_record_with_the_key_or_topic_of_another_aggregate() {
    records.set(0, new Seen(cart.get(0).id(), ORDER, 0, 0));

    assertFound(Kind.MISROUTED, "is an event of Cart/1");
  }

  @Test
  void should_find_an_aggregate_in_two_partitions() {
    Seen last = records.get(2);
    records.set(2, new Seen(last.id(), last.aggregate(), 5, 0));

    assertFound(Kind.SCATTERED, "partition=5");
  }

  @Test
  void should_find_an_event_that_was_not_applied() {
    effects.remove(order.get(1).id());

    assertThat(checker().effect(effects)).map(Difference::kind).contains(Kind.NOT_APPLIED);
  }

  @Test
  void should_find_an_event_that_was_applied_twice() {
    effects.put(order.get(1).id(), 2);

    assertThat(checker().effect(effects)).map(Difference::kind).contains(Kind.APPLIED_TWICE);
  }

  @Test
  void should_find_an_effect_of_what_was_rolled_back() {
    effects.put(undone.id(), 1);

    assertThat(checker().effect(effects)).map(Difference::kind).contains(Kind.APPLIED_GHOST);
  }

  private void assertFound(Kind kind, String text) {
    assertThat(checker().delivery(records))
        .hasValueSatisfying(
            found -> {
              assertThat(found.kind()).isEqualTo(kind);
              assertThat(found.text()).contains(text);
            });
  }

  private Checker checker() {
    return new Checker(ledger.entries());
  }

  private void deliver(Written event) {
    records.add(new Seen(event.id(), event.aggregate(), 0, records.size()));
  }

  private static Written written(Aggregate aggregate) {
    return new Written(UUID.randomUUID(), aggregate);
  }
}
