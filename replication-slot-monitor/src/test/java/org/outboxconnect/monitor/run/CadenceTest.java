package org.outboxconnect.monitor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CadenceTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Cadence cadence = new Cadence(Duration.ofSeconds(15));

  @Test
  void should_keep_the_pace_when_a_round_is_short() {
    assertThat(cadence.next(0, 2 * SECOND)).isEqualTo(15 * SECOND);
    assertThat(cadence.next(15 * SECOND, 15 * SECOND)).isEqualTo(30 * SECOND);
  }

  @Test
  void should_leave_out_what_is_late_and_come_back_to_the_pace() {
    assertThat(cadence.next(0, 15 * SECOND)).isEqualTo(30 * SECOND);
    assertThat(cadence.next(0, 44 * SECOND)).isEqualTo(45 * SECOND);
    assertThat(cadence.next(0, 3_601 * SECOND)).isEqualTo(3_615 * SECOND);
  }

  @Test
  void should_go_on_when_the_counter_of_nanoseconds_runs_over() {
    long due = Long.MAX_VALUE - SECOND;
    assertThat(cadence.next(due, due + 2 * SECOND) - due).isEqualTo(15 * SECOND);
  }

  @Test
  void should_refuse_an_interval_that_is_no_time() {
    assertThatThrownBy(() -> new Cadence(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT0S");
  }
}
