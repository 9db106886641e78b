package org.outboxconnect.monitor.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WalLoadTest {

  private static final int DAY = 1_440;

  @Test
  void should_know_nothing_in_the_first_minute() {
    assertThat(WalLoad.ofMinutes(new long[0]).secondsToWrite(1)).isEmpty();
  }

  @Test
  void should_never_end_when_nothing_is_written() {
    assertThat(WalLoad.ofMinutes(new long[5]).secondsToWrite(1)).hasValue(Double.POSITIVE_INFINITY);
    assertThat(WalLoad.ofMinutes(new long[DAY]).secondsToWrite(1))
        .hasValue(Double.POSITIVE_INFINITY);
  }

  @Test
  void should_have_ended_when_there_is_no_room() {
    assertThat(WalLoad.ofMinutes(new long[DAY]).secondsToWrite(0)).hasValue(0);
  }

  @Test
  void should_take_the_larger_mean_with_low_confidence_when_less_than_a_day_is_known() {
    long[] calmer = new long[100];
    Arrays.fill(calmer, 0, 95, 20);
    Arrays.fill(calmer, 95, 100, 10);
    WalLoad load = WalLoad.ofMinutes(calmer);
    assertThat(load.secondsToWrite(1_950)).hasValue(100 * 60.0); // mean of all: 19.5
    assertThat(load.isLowConfidence()).isTrue();
    Arrays.fill(calmer, 95, 100, 40);
    assertThat(WalLoad.ofMinutes(calmer).secondsToWrite(80)).hasValue(120);
  }

  @Test
  void should_foresee_a_nightly_batch_that_the_mean_of_an_hour_cannot_know() {
    long[] day = new long[DAY];
    Arrays.fill(day, 1);
    Arrays.fill(day, 235, 275, 1_000); // in just under 4 hours, for 40 minutes
    WalLoad load = WalLoad.ofMinutes(day);
    OptionalDouble seconds = load.secondsToWrite(5_000);
    assertThat(seconds.getAsDouble() / 60).isBetween(239.0, 241.0);
    assertThat(load.isLowConfidence()).isFalse();
    assertThat(load.largestHourBytes()).isEqualTo(40 * 1_000 + 20);
  }

  @Test
  void should_notice_that_the_load_is_no_longer_that_of_yesterday() {
    long[] day = new long[DAY];
    Arrays.fill(day, 1);
    Arrays.fill(day, DAY - 60, DAY, 3);
    assertThat(WalLoad.ofMinutes(day).secondsToWrite(300)).hasValue(100 * 60.0);
  }

  @Test
  void should_forget_what_is_older_than_a_day() {
    long[] twoDays = new long[2 * DAY];
    Arrays.fill(twoDays, 0, DAY, 1_000);
    assertThat(WalLoad.ofMinutes(twoDays).secondsToWrite(1)).hasValue(Double.POSITIVE_INFINITY);
  }
}
