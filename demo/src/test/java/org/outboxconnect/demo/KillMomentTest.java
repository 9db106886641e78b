package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.demo.KillMoment.Decision;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KillMomentTest {

  private final KillMoment moment = new KillMoment(1000);

  @ParameterizedTest
  @CsvSource({
    "  0,   0, WAIT",
    "500, 399, WAIT",
    "401, 400, KILL",
    "501, 500, KILL",
    "601, 600, KILL",
    "602, 601, MISSED",
    "1000, 1000, MISSED"
  })
  void should_kill_only_in_the_window_when_an_event_is_under_way(
      long committed, long consumed, Decision expected) {
    assertThat(moment.decide(committed, consumed)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"500, 500", "499, 500", "600, 600"})
  void should_wait_when_no_committed_event_is_under_way(long committed, long consumed) {
    assertThat(moment.decide(committed, consumed)).isEqualTo(Decision.WAIT);
  }

  @ParameterizedTest
  @CsvSource({"2000000000, 799999999, WAIT", "2000000000, 800000000, KILL"})
  void should_not_overflow_when_a_run_is_long(int events, long consumed, Decision expected) {
    assertThat(new KillMoment(events).decide(events, consumed)).isEqualTo(expected);
  }
}
