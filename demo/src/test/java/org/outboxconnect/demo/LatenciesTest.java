package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LatenciesTest {

  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private final Latencies latencies = new Latencies();

  @Test
  void should_count_from_commit_to_poll_in_whichever_order_the_two_are_told() {
    latencies.open();
    latencies.committed(event(1), 0);
    latencies.polled(event(1), 5 * MILLI);
    latencies.polled(event(2), 9 * MILLI);
    latencies.committed(event(2), 0);

    assertThat(latencies.histogram().getTotalCount()).isEqualTo(2);
    assertThat(latencies.histogram().getMaxValue()).isBetween(8_990L, 9_010L);
  }

  @Test
  void should_count_zero_when_the_event_was_read_before_its_commit_returned() {
    latencies.open();
    latencies.polled(event(1), MILLI);
    latencies.committed(event(1), 2 * MILLI);

    assertThat(latencies.histogram().getMaxValue()).isZero();
  }

  @Test
  void should_leave_out_what_comes_before_the_open_loop_and_after_the_kill() {
    latencies.committed(event(1), 0);
    latencies.open();
    latencies.polled(event(1), MILLI);
    latencies.committed(event(2), 0);
    latencies.close();
    latencies.polled(event(2), MILLI);

    assertThat(latencies.histogram().getTotalCount()).isZero();
  }

  private static UUID event(int number) {
    return new UUID(0, number);
  }
}
