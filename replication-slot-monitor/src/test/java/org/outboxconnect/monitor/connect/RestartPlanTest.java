package org.outboxconnect.monitor.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Restart;
import org.outboxconnect.monitor.connect.RestartPlan.Step;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RestartPlanTest {

  private static final Duration LOOK = Duration.ofSeconds(15);

  private final RestartPlan plan =
      new RestartPlan(new Restart(5, Duration.ofMinutes(1), Duration.ofMinutes(5)));
  private Instant now = Instant.EPOCH;

  private Step see(String state) {
    now = now.plus(LOOK);
    Step step = plan.next(state, now);
    if (step == Step.RESTART) {
      plan.restarted(now);
    }
    return step;
  }

  /** Seconds from failure to restart and on from restart to restart, until it is given up. */
  private List<Long> pauses() {
    List<Long> pauses = new ArrayList<>();
    Instant last = now.plus(LOOK);
    for (Step step = see("FAILED"); step != Step.GIVE_UP; step = see("FAILED")) {
      if (step == Step.RESTART) {
        pauses.add(Duration.between(last, now).toSeconds());
        last = now;
      }
    }
    return pauses;
  }

  @Test
  void should_double_the_pause_up_to_the_longest_and_then_give_up_once() {
    assertThat(pauses()).containsExactly(60L, 120L, 240L, 300L, 300L);
    for (int look = 0; look < 1_000; look++) {
      assertThat(see("FAILED")).isEqualTo(Step.WAIT);
    }
  }

  @Test
  void should_begin_anew_when_the_task_has_run_for_the_longest_wait() {
    pauses();
    for (int look = 0; look <= 20; look++) { // five minutes
      assertThat(see("RUNNING")).isEqualTo(Step.WAIT);
    }
    assertThat(pauses()).containsExactly(60L, 120L, 240L, 300L, 300L);
  }

  @Test
  void should_not_begin_anew_when_the_task_ran_for_less() {
    for (int look = 0; look < 5; look++) {
      see("FAILED");
    }
    assertThat(plan.attempts()).isEqualTo(1);
    for (int look = 0; look < 20; look++) {
      see("RUNNING");
    }
    for (int look = 0; look < 8; look++) {
      assertThat(see("FAILED")).isEqualTo(Step.WAIT);
    }
    assertThat(see("FAILED")).isEqualTo(Step.RESTART);
  }

  @Test
  void should_not_touch_a_task_in_any_other_state() {
    for (String state : List.of("RUNNING", "PAUSED", "UNASSIGNED", "UNKNOWN", "RESTARTING")) {
      for (int look = 0; look < 100; look++) {
        assertThat(see(state)).isEqualTo(Step.WAIT);
      }
    }
    assertThat(plan.attempts()).isZero();
  }
}
