package org.outboxconnect.monitor.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.outboxconnect.monitor.sample.Lsn;

/** Whatever the times of the looks, each full minute has its share and nothing is lost. */
class MinutePositionsPropertyTest {

  @Property(tries = 200)
  void should_account_for_all_wal_between_the_first_and_the_last_full_minute(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 400) int looks,
      @ForAll @IntRange(min = 1, max = 200_000) int mostMillis) {
    Random random = new Random(seed);
    MinutePositions minutes = new MinutePositions();
    long start = 1_700_000_000_000L;
    long now = start;
    for (int look = 0; look < looks; look++) {
      minutes.add(Instant.ofEpochMilli(now), new Lsn(7 * (now - start))); // 7 bytes a millisecond
      now += 1 + random.nextInt(mostMillis);
    }
    assertThat(Arrays.stream(minutes.deltas()))
        .allSatisfy(delta -> assertThat(delta).isEqualTo(7 * 60_000L));
    assertThat(minutes.deltas().length).isLessThanOrEqualTo(MinutePositions.MINUTES);
  }

  @Property(tries = 50)
  void should_be_the_same_after_it_was_kept_and_restored(
      @ForAll long seed, @ForAll @IntRange(min = 3, max = 2_000) int looks) {
    Random random = new Random(seed);
    MinutePositions minutes = new MinutePositions();
    long bytes = 0;
    for (int look = 0; look < looks; look++) {
      bytes += random.nextInt(1_000_000);
      minutes.add(Instant.ofEpochSecond(1_700_000_000L + look * 60L), new Lsn(bytes));
    }
    MinutePositions restored = new MinutePositions();
    restored.restore(minutes.oldest().orElseThrow(), minutes.positions());

    assertThat(restored.deltas()).isEqualTo(minutes.deltas());
    assertThat(restored.newestAtOrBefore(new Lsn(bytes / 2)))
        .isEqualTo(minutes.newestAtOrBefore(new Lsn(bytes / 2)));
  }
}
