package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.client.OutboxMode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VerdictTest {

  @Test
  void should_be_good_when_events_were_redelivered_and_nothing_else() {
    Verdict verdict = Verdict.of(OutboxMode.TRANSIENT, counted(0, 0, 0, 0), 0);

    assertThat(verdict.broken()).isEmpty();
    assertThat(verdict.exitCode().number()).isZero();
  }

  @Test
  void should_name_each_promise_when_all_are_broken() {
    Verdict verdict = Verdict.of(OutboxMode.TRANSIENT, counted(1, 2, 3, 4), 5);

    assertThat(verdict.exitCode().number()).isEqualTo(1);
    assertThat(verdict.broken())
        .containsExactly(
            "No commit without event: 1 committed events were not applied (lost).",
            "No event without commit: 5 events were applied whose transaction did not commit.",
            "Exactly once in effect: 2 effects were applied again (duplicates_applied).",
            "Order per aggregate: 3 effects came after a later one of the same order"
                + " (out_of_order).",
            "A transient outbox is empty: 4 rows were left in it (outbox_rows).");
  }

  @Test
  void should_fail_when_a_single_promise_is_broken() {
    assertThat(Verdict.of(OutboxMode.TRANSIENT, counted(1, 0, 0, 0), 0).exitCode())
        .isEqualTo(ExitCode.BROKEN_PROMISE);
    assertThat(Verdict.of(OutboxMode.TRANSIENT, counted(0, 1, 0, 0), 0).exitCode())
        .isEqualTo(ExitCode.BROKEN_PROMISE);
    assertThat(Verdict.of(OutboxMode.TRANSIENT, counted(0, 0, 1, 0), 0).exitCode())
        .isEqualTo(ExitCode.BROKEN_PROMISE);
    assertThat(Verdict.of(OutboxMode.TRANSIENT, counted(0, 0, 0, 1), 0).exitCode())
        .isEqualTo(ExitCode.BROKEN_PROMISE);
    assertThat(Verdict.of(OutboxMode.TRANSIENT, counted(0, 0, 0, 0), 1).exitCode())
        .isEqualTo(ExitCode.BROKEN_PROMISE);
  }

  @Test
  void should_want_each_event_in_the_table_when_it_is_retained() {
    assertThat(Verdict.of(OutboxMode.RETAINED, counted(0, 0, 0, 10), 0).broken()).isEmpty();
    assertThat(Verdict.of(OutboxMode.RETAINED, counted(0, 0, 0, 8), 0).broken())
        .containsExactly("A retained outbox keeps each event: 2 rows are missing (outbox_rows).");
  }

  private static Result counted(
      long lost, long duplicatesApplied, long outOfOrder, long outboxRows) {
    return new Result(
        10, 10, 10, lost, duplicatesApplied, outOfOrder, outboxRows, 7, 9000, 5.0, 9.0);
  }
}
