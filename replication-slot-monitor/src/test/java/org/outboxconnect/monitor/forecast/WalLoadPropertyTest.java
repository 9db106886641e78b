package org.outboxconnect.monitor.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Compared with the plainest simulation: a day is written again, second by second. */
class WalLoadPropertyTest {

  private static final int DAY = 1_440;

  @Property(tries = 200)
  void should_end_when_the_same_day_written_again_fills_the_room_or_the_last_hour_does(
      @ForAll long seed,
      @ForAll @LongRange(min = 1, max = 300_000) long room,
      @ForAll @IntRange(min = 1, max = 2_000) int most) {
    long[] day = new Random(seed).longs(DAY, 0, most).toArray();
    long hour = 0;
    for (int minute = DAY - 60; minute < DAY; minute++) {
      hour += day[minute];
    }
    double byHour = hour == 0 ? Double.POSITIVE_INFINITY : room / (hour / 3_600.0);
    double seconds = WalLoad.ofMinutes(day).secondsToWrite(room).getAsDouble();
    double expected = Math.min(simulated(day, room), byHour);
    if (Double.isInfinite(expected)) {
      assertThat(seconds).isInfinite();
    } else {
      assertThat(Math.abs(seconds - expected)).isLessThanOrEqualTo(0.001);
    }
  }

  /** In sixtieths of a byte, so that nothing is rounded before the last second. */
  private static double simulated(long[] day, long room) {
    long left = room * 60;
    long second = 0;
    boolean writes = LongStream.of(day).sum() > 0;
    while (writes) {
      long written = day[(int) (second / 60 % DAY)];
      if (written >= left) {
        return second + left / (double) written;
      }
      left -= written;
      second++;
    }
    return Double.POSITIVE_INFINITY;
  }
}
