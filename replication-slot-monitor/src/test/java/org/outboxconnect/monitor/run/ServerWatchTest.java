package org.outboxconnect.monitor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.monitor.Look.MB;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.TestClock;
import org.outboxconnect.monitor.config.SlotSelection;
import org.outboxconnect.monitor.connect.ConnectClusters;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.monitor.watch.Expectations;
import org.outboxconnect.monitor.watch.OutboxMode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerWatchTest {

  private static final Set<String> EXPECTED = Set.of(Look.SLOT);

  private final TestClock clock = new TestClock();
  private final Look look = new Look();
  private Reading<ServerSample> answer;

  private ServerWatch watch(SlotSelection selection, Set<String> expected) {
    Assessor assessor =
        new Assessor(new Expectations(expected), Limits.UNKNOWN, Thresholds.DEFAULTS);
    return new ServerWatch(
        "db",
        lags -> answer(),
        new LookMaker(selection, assessor, new ServerHistory()),
        ConnectClusters.of(List.of(), Scene.STEP, clock).of("db"),
        clock);
  }

  private Reading<ServerSample> answer() {
    if (answer == null) {
      throw new IllegalStateException("planted");
    }
    return answer;
  }

  private ServerStatus see(ServerWatch watch) {
    clock.advance(Scene.STEP);
    look.now = clock.instant();
    answer = Reading.known(look.sample());
    watch.look();
    return watch.status();
  }

  private ServerStatus miss(ServerWatch watch, String why) {
    clock.advance(Scene.STEP);
    answer = Reading.unknown(Reason.FAILED, why);
    watch.look();
    return watch.status();
  }

  @Test
  void should_keep_the_last_look_beside_the_failure_and_recover() {
    ServerWatch watch = watch(SlotSelection.ALL, EXPECTED);
    assertThat(watch.status()).isEqualTo(ServerStatus.starting("db"));
    ServerStatus up = see(watch);
    assertThat(up.isUp()).isTrue();

    ServerStatus down = miss(watch, "08001: refused");

    assertThat(down.isUp()).isFalse();
    assertThat(down.look()).isSameAs(up.look());
    assertThat(down.failure().detail()).isEqualTo("08001: refused");
    assertThat(down.lastAttempt()).isEqualTo(clock.instant());
    assertThat(down.polls()).isEqualTo(2);
    assertThat(down.failedPolls()).isEqualTo(1);
    assertThat(see(watch).isUp()).isTrue();
    assertThat(watch.status().failedPolls()).isEqualTo(1);
  }

  @Test
  void should_be_stale_when_three_intervals_have_passed_without_a_look() {
    ServerWatch watch = watch(SlotSelection.ALL, EXPECTED);
    assertThat(watch.status().isStale(clock.instant(), Scene.STEP)).isTrue();
    see(watch);
    for (int failed = 0; failed < 3; failed++) {
      assertThat(miss(watch, "08001").isStale(clock.instant(), Scene.STEP)).isFalse();
    }
    assertThat(miss(watch, "08001").isStale(clock.instant(), Scene.STEP)).isTrue();
  }

  @Test
  void should_tell_a_failure_of_its_own_and_let_the_loop_see_it() {
    ServerWatch watch = watch(SlotSelection.ALL, EXPECTED);
    see(watch);
    answer = null; // what no poller does
    assertThatThrownBy(watch::look).hasMessage("planted");
    assertThat(watch.status().failure().detail()).contains("the monitor itself", "planted");
    assertThat(see(watch).isUp()).isTrue();
  }

  @Test
  void should_show_selected_slots_only_and_expected_ones_in_any_case() {
    SlotSelection nothing = new SlotSelection(List.of(), List.of(), Set.of());
    ServerStatus hidden = see(watch(nothing, Set.of()));
    assertThat(hidden.look().slots()).isEmpty();
    assertThat(hidden.look().sample().slots()).isEmpty();
    assertThat(hidden.look().trends()).isEmpty();

    ServerStatus shown = see(watch(new SlotSelection(List.of(), List.of(), EXPECTED), EXPECTED));
    assertThat(shown.look().slots()).singleElement().returns("outbox", slot -> slot.slot());
    assertThat(shown.look().trends()).containsOnlyKeys("outbox");

    look.present = false;
    ServerStatus missing = see(watch(new SlotSelection(List.of(), List.of(), EXPECTED), EXPECTED));
    assertThat(missing.look().slots())
        .singleElement()
        .returns(Verdict.SLOT_MISSING, slot -> slot.judgement().verdict());
  }

  @Test
  void should_count_the_wal_written_but_not_across_another_server() {
    ServerWatch watch = watch(SlotSelection.ALL, EXPECTED);
    assertThat(see(watch).look().writtenBytes()).isZero();
    look.write(3 * MB);
    assertThat(see(watch).look().writtenBytes()).isEqualTo(3 * MB);
    look.systemIdentifier++;
    look.write(500 * MB);
    assertThat(see(watch).look().writtenBytes()).isEqualTo(3 * MB);
    look.write(MB);
    assertThat(see(watch).look().writtenBytes()).isEqualTo(4 * MB);
  }

  @Test
  void should_tell_how_long_events_wait_as_the_rules_do() {
    ServerWatch watch = watch(SlotSelection.ALL, EXPECTED);
    assertThat(oldest(see(watch))).isZero();
    for (int look4 = 0; look4 < 8; look4++) { // nothing is confirmed while rows come in
      look.write(MB).decode().reply();
      look.inserted++;
      see(watch);
    }
    assertThat(oldest(watch.status())).isPositive();
    look.mode = OutboxMode.WAL_MESSAGE;
    assertThat(oldest(see(watch))).isNull();
  }

  private static Duration oldest(ServerStatus status) {
    return status.look().outboxes().get(0).oldestUnpublished();
  }

  @Test
  void should_tell_of_a_failover_and_keep_twenty_events_at_most() {
    ServerWatch watch = watch(SlotSelection.ALL, EXPECTED);
    see(watch);
    look.standby = true;
    assertThat(see(watch).events())
        .singleElement()
        .returns("role_changed", ServerStatus.Event::kind)
        .returns(clock.instant(), ServerStatus.Event::at);
    look.standby = false;
    look.timeline = 2;
    assertThat(see(watch).events())
        .extracting(ServerStatus.Event::kind)
        .containsExactly("role_changed", "role_changed", "history_dropped");
    for (int change = 0; change < 30; change++) {
      look.systemIdentifier++;
      see(watch);
    }
    assertThat(watch.status().events()).hasSize(ServerStatus.MOST_EVENTS);
  }

  @Test
  void should_not_alarm_of_a_missing_slot_until_two_minutes_after_a_failover() {
    ServerWatch watch = watch(SlotSelection.ALL, EXPECTED);
    see(watch);
    look.timeline = 2;
    look.present = false;
    assertThat(severity(see(watch))).isEqualTo(Severity.INFO);
    assertThat(watch.status().look().slots().get(0).judgement().cause()).contains("0 s ago");
    for (int seen = 1; seen < 8; seen++) {
      assertThat(severity(see(watch))).isEqualTo(Severity.INFO);
    }
    assertThat(severity(see(watch))).isEqualTo(Severity.CRITICAL); // 2:00 after the change
  }

  private static Severity severity(ServerStatus status) {
    return status.look().slots().get(0).judgement().severity();
  }
}
