package org.outboxconnect.monitor.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Look.MB;
import static org.outboxconnect.monitor.Scene.STEP;
import static org.outboxconnect.monitor.Scene.says;
import static org.outboxconnect.monitor.verdict.Severity.CRITICAL;
import static org.outboxconnect.monitor.verdict.Severity.INFO;
import static org.outboxconnect.monitor.verdict.Severity.OK;
import static org.outboxconnect.monitor.verdict.Severity.WARNING;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.sample.WalStatus;

/**
 * Each verdict comes at the look at which its condition has held long enough, and not one look
 * before: {@link Scene#until} gives the first. Times count from the last healthy look; what the
 * monitor times itself begins with the first look that shows it, one step later.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PaceVerdictsTest {

  private final Scene scene = Scene.healthy();

  private static final Consumer<Look> NOBODY =
      look -> {
        look.active = false;
        look.write(2 * MB);
      };

  @Test
  void should_tell_of_a_giant_transaction_after_a_minute_and_warn_after_fifteen() {
    Consumer<Look> spilling =
        look -> {
          look.write(8 * MB).reply();
          look.spilled += 8 * MB;
        };
    assertThat(scene.until(says(Verdict.GIANT_TRANSACTION, INFO), spilling))
        .isEqualTo(Duration.ofMinutes(1).plus(STEP));
    assertThat(scene.until(says(Verdict.GIANT_TRANSACTION, WARNING), spilling))
        .isEqualTo(Duration.ofMinutes(14));
  }

  @Test
  void should_not_count_the_quiet_time_before_a_giant_transaction() {
    scene.run(Duration.ofMinutes(30), Look::reply);
    should_tell_of_a_giant_transaction_after_a_minute_and_warn_after_fifteen();
  }

  @Test
  void should_not_tell_of_a_giant_transaction_while_others_are_handed_out() {
    SlotAssessment last =
        scene.run(
            Duration.ofMinutes(20),
            look -> {
              look.write(8 * MB).consume();
              look.spilled += 8 * MB;
            });
    assertThat(last).matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_forget_a_giant_transaction_once_it_spills_no_more() {
    scene.run(
        Duration.ofMinutes(10),
        look -> {
          look.write(8 * MB).reply();
          look.spilled += 8 * MB;
        });
    assertThat(scene.run(Duration.ofMinutes(2), Look::reply).judgement(Verdict.GIANT_TRANSACTION))
        .isEmpty();
  }

  @Test
  void should_warn_of_an_open_transaction_after_fifteen_minutes() {
    Instant begin = scene.look.now;
    assertThat(
            scene.until(
                says(Verdict.TRANSACTION_PINNED, WARNING),
                look -> {
                  look.write(MB).decode().reply().confirm();
                  look.writer = Duration.between(begin, look.now);
                }))
        .isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void should_warn_of_an_open_transaction_that_it_may_not_see() {
    scene.look.writersVisible = false;
    assertThat(
            scene.until(
                says(Verdict.TRANSACTION_PINNED, WARNING),
                look -> look.write(2 * MB).decode().reply().confirm()))
        .isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void should_lag_after_fifteen_minutes_when_the_consumer_is_too_slow() {
    assertThat(
            scene.until(
                says(Verdict.LAGGING, WARNING),
                look -> {
                  look.write(8 * MB).decode().reply();
                  look.confirmed += 4 * MB;
                  look.release();
                }))
        .isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void should_be_critical_at_once_when_the_next_checkpoint_ends_the_slot() {
    assertThat(scene.next(look -> look.status = WalStatus.UNRESERVED))
        .matches(says(Verdict.LAGGING, CRITICAL));
  }

  @Test
  void should_see_a_consumer_catch_up_after_three_minutes() {
    scene.run(Duration.ofMinutes(4), NOBODY.andThen(look -> look.write(98 * MB)));
    scene.look.active = true;
    assertThat(
            scene.until(
                says(Verdict.CATCHING_UP, OK),
                look -> {
                  look.write(MB).decode().reply();
                  look.confirmed += 10 * MB;
                  look.release();
                }))
        .isEqualTo(Duration.ofMinutes(3));
  }

  @Test
  void should_not_call_a_slot_stuck_when_an_idle_server_has_just_begun_to_write() {
    scene.look.cap(200 * MB);
    scene.run(Duration.ofHours(2), Look::reply);
    SlotAssessment begun =
        scene.run(Duration.ofMinutes(2), look -> look.write(10 * MB).decode().reply());
    assertThat(begun).matches(says(Verdict.HEALTHY, OK));
    assertThat(begun.forecast().timeToExhaustionSeconds()).isInfinite();
    assertThat(begun.forecast().outageBudgetSeconds()).isLessThan(600);
  }

  @Test
  void should_not_wait_a_quarter_of_an_hour_when_the_slot_has_only_minutes_left() {
    scene.look.cap(600 * MB);
    assertThat(
            scene.until(
                slot -> slot.judgement().severity() == CRITICAL,
                look -> look.write(10 * MB).decode().reply()))
        .isBetween(Duration.ofMinutes(3), Duration.ofMinutes(6));
  }
}
