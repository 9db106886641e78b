package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class Uuid7Test {

  private static final long NOW = 0x0193_7b2c_1234L;

  @Test
  void should_hold_time_version_variant_and_random_bits() {
    Uuid7 ids = new Uuid7(() -> NOW, () -> -1L);

    assertThat(ids.next()).hasToString("01937b2c-1234-77ff-bfff-ffffffffffff");
  }

  @Test
  void should_carry_into_the_milliseconds_when_the_counter_is_used_up() {
    Uuid7 ids = new Uuid7(() -> NOW, () -> 0L);

    List<UUID> made = Stream.generate(ids::next).limit(4097).toList();

    assertThat(made.get(4095)).hasToString("01937b2c-1234-7fff-8000-000000000000");
    assertThat(made.get(4096)).hasToString("01937b2c-1235-7000-8000-000000000000");
  }

  @Property
  void should_rise_whatever_the_clock_does(
      @ForAll @Size(min = 2, max = 200) List<@LongRange(min = 0, max = 1L << 47) Long> clock) {
    Iterator<Long> times = clock.iterator();
    Uuid7 ids = new Uuid7(times::next, new AtomicLong(7)::incrementAndGet);

    List<String> made = clock.stream().map(time -> ids.next().toString()).toList();

    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Property
  void should_have_version_7_and_the_standard_variant_whatever_the_random_bits(
      @ForAll @LongRange(min = 0, max = (1L << 48) - 1) long time, @ForAll long random) {
    UUID id = new Uuid7(() -> time, () -> random).next();

    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(time);
  }

  @Test
  void should_rise_per_thread_and_never_repeat_when_threads_race() throws Exception {
    Uuid7 ids = new Uuid7(System::currentTimeMillis, () -> 0L);
    Callable<List<String>> maker =
        () -> LongStream.range(0, 20_000).mapToObj(i -> ids.next().toString()).toList();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<String> all = new ArrayList<>();
      for (Future<List<String>> made : threads.invokeAll(Collections.nCopies(4, maker))) {
        assertThat(made.get()).isSorted();
        all.addAll(made.get());
      }
      assertThat(all).doesNotHaveDuplicates();
    } finally {
      threads.shutdownNow();
    }
  }
}
