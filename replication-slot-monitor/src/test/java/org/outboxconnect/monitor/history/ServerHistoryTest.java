package org.outboxconnect.monitor.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Look.MB;
import static org.outboxconnect.monitor.Look.SLOT;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.history.ServerHistory.Event;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerHistoryTest {

  private final Scene scene = Scene.healthy();

  @Test
  @Case("141")
  void should_not_age_when_an_idle_server_writes_nothing_all_night() {
    scene.next(look -> look.write(400)); // where an idle consumer rests
    assertThat(scene.run(Duration.ofHours(10), Look::reply).lag()).isZero();
  }

  @Test
  @Case("141")
  void should_age_with_the_first_byte_that_is_not_confirmed_when_the_link_is_cut() {
    scene.next(look -> look.write(5_000));
    assertThat(scene.run(Duration.ofMinutes(90), look -> look.write(100)).lag())
        .isEqualTo(Duration.ofMinutes(90).plus(Scene.STEP));
  }

  @Test
  void should_age_on_by_the_minute_when_the_looks_are_older_than_the_ring() {
    scene.next(look -> look.write(5_000));
    assertThat(scene.run(Duration.ofHours(9), look -> look.write(5_000)).lag())
        .isBetween(Duration.ofHours(9), Duration.ofHours(9).plusMinutes(1));
  }

  @Test
  void should_be_at_least_as_old_as_the_history_when_the_lag_lies_before_all_looks() {
    Scene young = new Scene();
    young.look.confirmed -= 500 * MB;
    assertThat(young.run(Duration.ofMinutes(10), look -> look.write(MB)).lag())
        .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
  }

  static Stream<Consumer<Look>> breaks() {
    return Stream.of(
        look -> look.systemIdentifier = 8,
        look -> look.timeline = 2,
        look -> {
          look.head -= 1;
          look.confirmed = look.head;
          look.restart = look.head;
        });
  }

  @ParameterizedTest
  @MethodSource("breaks")
  void should_begin_anew_when_the_server_is_no_longer_the_same(Consumer<Look> change) {
    assertThat(scene.history.minuteBytes()).hasSizeGreaterThan(10);
    scene.look.now = scene.look.now.plus(Scene.STEP);
    change.accept(scene.look);

    assertThat(scene.history.add(scene.look.sample())).containsOnlyKeys(Event.HISTORY_DROPPED);
    assertThat(scene.history.minuteBytes()).isEmpty();
    assertThat(scene.history.slot(SLOT).orElseThrow().looks()).isOne();
  }

  @Test
  void should_tell_of_a_change_of_role_once() {
    scene.look.now = scene.look.now.plus(Scene.STEP);
    scene.look.standby = true;
    assertThat(scene.history.add(scene.look.sample())).containsOnlyKeys(Event.ROLE_CHANGED);
    scene.look.now = scene.look.now.plus(Scene.STEP);
    assertThat(scene.history.add(scene.look.sample())).isEmpty();
  }

  @Test
  void should_forget_a_slot_that_is_gone() {
    scene.next(look -> look.present = false);
    assertThat(scene.history.slot(SLOT)).isEmpty();
    scene.next(look -> look.present = true);
    assertThat(scene.history.slot(SLOT).orElseThrow().looks()).isOne();
  }

  @Test
  void should_leave_a_look_out_when_the_clock_was_set_back() {
    int before = scene.history.slot(SLOT).orElseThrow().looks();
    scene.look.now = scene.look.now.minus(Duration.ofMinutes(3));
    scene.history.add(scene.look.sample());
    assertThat(scene.history.slot(SLOT).orElseThrow().looks()).isEqualTo(before);
  }

  @Test
  void should_begin_anew_when_the_clock_was_set_back_by_more_than_it_pays_to_wait() {
    scene.look.now = scene.look.now.minus(Duration.ofMinutes(6));
    assertThat(scene.history.add(scene.look.sample())).containsOnlyKeys(Event.HISTORY_DROPPED);
    assertThat(scene.history.slot(SLOT).orElseThrow().looks()).isOne();
  }

  @Test
  void should_know_nothing_when_it_has_seen_nothing() {
    assertThat(new ServerHistory().lag(new Lsn(5), new Lsn(50_000), scene.look.now)).isEmpty();
  }
}
