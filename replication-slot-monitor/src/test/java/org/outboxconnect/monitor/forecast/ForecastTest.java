package org.outboxconnect.monitor.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Look.MB;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.sample.Settings;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ForecastTest {

  private final Look look = new Look();

  @Test
  void should_have_no_figure_when_no_limit_is_known() {
    assertThat(headroom(Limits.UNKNOWN)).isEqualTo(new Headroom(null, null));
    assertThat(forecast(true)).isEqualTo(new Forecast(null, null, null, true, false));
  }

  @Test
  void should_count_less_than_two_segments_as_no_room() {
    look.cap(32 * MB - 1);
    assertThat(headroom(Limits.UNKNOWN).room())
        .isEqualTo(new Headroom.Room(Limit.SLOT_KEEP_SIZE, 0));
    look.cap(32 * MB);
    assertThat(headroom(Limits.UNKNOWN).room())
        .isEqualTo(new Headroom.Room(Limit.SLOT_KEEP_SIZE, 32 * MB));
  }

  @Test
  void should_have_no_room_to_tell_of_when_the_slot_is_lost_or_never_reserved_wal() {
    look.cap(1_000 * MB);
    look.restart = null;
    look.status = null;
    assertThat(headroom(Limits.UNKNOWN)).isEqualTo(new Headroom(null, null));
    look.lose();
    assertThat(headroom(Limits.UNKNOWN)).isEqualTo(new Headroom(null, null));
  }

  @Test
  void should_say_unknown_when_the_volume_is_named_but_its_use_is_hidden() {
    assertThat(headroom(new Limits(1_000 * MB, null)).room()).isNull();
  }

  @Test
  void should_run_a_deadline_only_while_nobody_uses_the_slot() {
    look.settings.put("idle_replication_slot_timeout", new Settings.Value("3600", "s"));
    assertThat(forecast(false).timeToExhaustionSeconds()).isInfinite();
    assertThat(forecast(false).outageBudgetSeconds()).isEqualTo(3_600);
    look.active = false;
    assertThat(
            Headroom.of(look.slot(), look.surroundings(), Duration.ofMinutes(20), Limits.UNKNOWN))
        .isEqualTo(
            new Headroom(
                null, new Headroom.Time(Limit.IDLE_TIMEOUT, Duration.ofMinutes(40), true)));
    assertThat(forecast(false).timeToExhaustionSeconds()).isEqualTo(3_600);
    look.synced = true;
    assertThat(headroom(Limits.UNKNOWN).time()).isNull();
  }

  @Test
  void should_take_the_nearer_deadline() {
    look.settings.put("idle_replication_slot_timeout", new Settings.Value("3600", "s"));
    assertThat(headroom(new Limits(null, Duration.ofMinutes(30))).time())
        .isEqualTo(new Headroom.Time(Limit.PROVIDER_RULE, Duration.ofMinutes(30), false));
  }

  @Test
  void should_exhaust_only_while_stuck_and_have_a_budget_always() {
    look.cap(600 * MB);
    assertThat(forecast(false))
        .isEqualTo(
            new Forecast(600 * 60.0, Double.POSITIVE_INFINITY, Limit.SLOT_KEEP_SIZE, true, false));
    assertThat(forecast(true))
        .isEqualTo(new Forecast(600 * 60.0, 600 * 60.0, Limit.SLOT_KEEP_SIZE, true, false));
  }

  @Test
  void should_tell_that_one_batch_is_more_than_the_room() {
    long[] minutes = new long[300];
    Arrays.fill(minutes, 100, 130, 30 * MB);
    look.cap(900 * MB);
    assertThat(batchExceedsRoom(minutes)).isFalse();
    look.cap(899 * MB);
    assertThat(batchExceedsRoom(minutes)).isTrue();
  }

  private boolean batchExceedsRoom(long[] minutes) {
    return Forecast.of(headroom(Limits.UNKNOWN), WalLoad.ofMinutes(minutes), false)
        .batchExceedsRoom();
  }

  private Headroom headroom(Limits limits) {
    return Headroom.of(look.slot(), look.surroundings(), Duration.ZERO, limits);
  }

  private Forecast forecast(boolean stuck) {
    long[] minutes = new long[60];
    Arrays.fill(minutes, MB);
    return Forecast.of(headroom(Limits.UNKNOWN), WalLoad.ofMinutes(minutes), stuck);
  }
}
