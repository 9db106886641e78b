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
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.watch.OutboxMode;

/**
 * Each verdict comes at the look at which its condition has held long enough, and not one look
 * before: {@link Scene#until} gives the first. Times count from the last healthy look; what the
 * monitor times itself begins with the first look that shows it, one step later.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsumerVerdictsTest {

  private final Scene scene = Scene.healthy();

  private static final Consumer<Look> NOBODY =
      look -> {
        look.active = false;
        look.write(2 * MB);
      };

  @Test
  void should_warn_of_no_consumer_after_five_minutes_and_be_critical_after_thirty() {
    assertThat(scene.until(says(Verdict.NO_CONSUMER, WARNING), NOBODY))
        .isEqualTo(Duration.ofMinutes(5).plus(STEP));
    assertThat(scene.until(says(Verdict.NO_CONSUMER, CRITICAL), NOBODY))
        .isEqualTo(Duration.ofMinutes(25));
  }

  @Test
  void should_only_tell_of_no_consumer_when_nothing_is_written() {
    assertThat(scene.until(says(Verdict.NO_CONSUMER, INFO), look -> look.active = false))
        .isEqualTo(Duration.ofMinutes(5).plus(STEP));
    assertThat(scene.run(Duration.ofHours(10), look -> {}))
        .matches(says(Verdict.NO_CONSUMER, INFO));
  }

  @Test
  void should_calm_down_when_much_is_retained_but_nothing_is_written_any_more() {
    scene.run(Duration.ofMinutes(20), NOBODY);
    assertThat(scene.until(says(Verdict.NO_CONSUMER, INFO), look -> {}))
        .isEqualTo(Duration.ofMinutes(5));
    assertThat(scene.run(Duration.ofHours(1), look -> {})).matches(says(Verdict.NO_CONSUMER, INFO));
  }

  @Test
  void should_say_that_it_cannot_tell_when_an_idle_pin_has_no_rows_to_look_at() {
    scene.look.mode = OutboxMode.WAL_MESSAGE;
    SlotAssessment pinned =
        scene.run(Duration.ofMinutes(5), look -> look.write(2 * MB).decode().reply());
    assertThat(pinned).matches(says(Verdict.IDLE_PINNED, INFO));
    assertThat(pinned.judgement().cause()).contains("can't be told");
  }

  @Test
  void should_be_critical_of_no_consumer_when_events_wait_for_five_minutes() {
    Instant begin = scene.look.now;
    scene.look.mode = OutboxMode.RETAINED;
    assertThat(
            scene.until(
                says(Verdict.NO_CONSUMER, CRITICAL),
                NOBODY.andThen(
                    look -> look.waiting = new WaitingRows(1, Duration.between(begin, look.now)))))
        .isEqualTo(Duration.ofMinutes(5).plus(STEP));
  }

  @Test
  void should_trust_the_server_about_inactivity_when_the_monitor_is_younger() {
    Scene young = new Scene();
    young.look.inactiveFor = Duration.ofMinutes(20);
    assertThat(young.until(says(Verdict.NO_CONSUMER, WARNING), NOBODY))
        .isEqualTo(Duration.ofMinutes(5).plus(STEP)); // growth has to be seen
    assertThat(young.next(NOBODY).judgement().evidence())
        .contains(new Judgement.Evidence("inactive_seconds", 1_200));
  }

  @Test
  void should_say_nothing_of_consumers_when_a_slot_is_a_standby_copy() {
    scene.look.synced = true;
    assertThat(scene.run(Duration.ofHours(1), NOBODY)).matches(says(Verdict.IDLE, OK));
  }

  @Test
  void should_warn_of_a_silent_consumer_after_thirty_seconds_and_be_critical_after_sixty() {
    assertThat(scene.until(says(Verdict.FROZEN_CONSUMER, WARNING), look -> look.write(MB)))
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(scene.until(says(Verdict.FROZEN_CONSUMER, CRITICAL), look -> look.write(MB)))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void should_not_take_a_consumer_with_a_wrong_clock_for_silent() {
    assertThat(
            scene.run(
                Duration.ofMinutes(10),
                look -> {
                  look.write(MB).consume();
                  look.replyTime = look.now.minus(Duration.ofMinutes(7));
                }))
        .matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_be_critical_at_once_when_a_silent_consumer_stalls_checkpoints() {
    scene.next(look -> look.write(MB));
    assertThat(
            scene.next(
                look -> {
                  look.write(MB);
                  look.status = WalStatus.UNRESERVED;
                  look.checkpointAge = Duration.ofMinutes(15);
                }))
        .matches(says(Verdict.FROZEN_CONSUMER, CRITICAL))
        .satisfies(slot -> assertThat(slot.judgement().cause()).contains("no checkpoint"));
  }

  @Test
  void should_find_commits_blocked_after_three_minutes_when_rows_wait() {
    Instant begin = scene.look.now;
    scene.look.mode = OutboxMode.RETAINED;
    assertThat(
            scene.until(
                says(Verdict.COMMIT_BLOCKED, CRITICAL),
                look -> {
                  look.write(MB).decode().reply();
                  look.waiting = new WaitingRows(9, Duration.between(begin, look.now));
                }))
        .isEqualTo(Duration.ofMinutes(3).plus(STEP));
  }

  @Test
  void should_find_commits_blocked_a_minute_later_when_rows_leave_no_trace() {
    assertThat(
            scene.until(
                says(Verdict.COMMIT_BLOCKED, CRITICAL),
                look -> {
                  look.write(MB).decode().reply();
                  look.inserted++;
                }))
        .isEqualTo(Duration.ofMinutes(4));
  }

  @Test
  void should_not_find_commits_blocked_when_a_session_counts_its_confirmed_rows_late() {
    scene.run(Duration.ofSeconds(30), look -> look.write(2 * MB).decode().reply());
    scene.look.inserted += 5;
    assertThat(scene.run(Duration.ofMinutes(30), look -> look.write(2 * MB).decode().reply()))
        .matches(says(Verdict.IDLE_PINNED, INFO));
  }

  @Test
  void should_be_idle_pinned_after_three_minutes_when_only_others_write() {
    assertThat(
            scene.until(
                says(Verdict.IDLE_PINNED, INFO), look -> look.write(2 * MB).decode().reply()))
        .isEqualTo(Duration.ofMinutes(3).plus(STEP));
  }

  @Test
  void should_warn_of_an_idle_pin_when_less_than_a_day_is_left() {
    scene.look.cap(6_000 * MB); // at 8 MB a minute: 12 hours
    assertThat(
            scene.until(
                says(Verdict.IDLE_PINNED, WARNING), look -> look.write(2 * MB).decode().reply()))
        .isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void should_be_critical_of_an_idle_pin_when_less_than_four_hours_are_left() {
    scene.look.cap(1_500 * MB); // at 8 MB a minute: 3 hours
    assertThat(
            scene.until(
                says(Verdict.IDLE_PINNED, CRITICAL), look -> look.write(2 * MB).decode().reply()))
        .isEqualTo(Duration.ofMinutes(15));
  }

  @Test
  void should_warn_of_an_idle_pin_when_no_limit_is_known_and_ten_gibibytes_are_kept() {
    Consumer<Look> writing = look -> look.write(128 * MB).decode().reply();
    scene.run(Duration.ofMinutes(20), writing); // 80 looks: exactly 10 GiB
    assertThat(scene.until(says(Verdict.IDLE_PINNED, WARNING), writing)).isEqualTo(STEP);
  }

  @Test
  void should_say_what_is_missing_when_the_walsender_is_hidden() {
    scene.look.senderVisible = false;
    assertThat(scene.until(says(Verdict.LAGGING, WARNING), look -> look.write(2 * MB)))
        .isEqualTo(Duration.ofMinutes(15));
    assertThat(scene.next(look -> look.write(2 * MB)).judgement().cause())
        .contains("pg_read_all_stats");
  }
}
