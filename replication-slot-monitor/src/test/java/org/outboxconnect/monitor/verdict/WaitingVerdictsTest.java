package org.outboxconnect.monitor.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Look.MB;
import static org.outboxconnect.monitor.Scene.STEP;
import static org.outboxconnect.monitor.Scene.says;
import static org.outboxconnect.monitor.verdict.Severity.CRITICAL;
import static org.outboxconnect.monitor.verdict.Severity.WARNING;

import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.Scene;

/** A slot that waits for somebody else: a standby, or a transaction. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitingVerdictsTest {

  private final Scene scene = Scene.healthy();

  private static final Consumer<Look> HELD =
      look -> {
        look.write(MB).reply();
        look.waitEvent = "WaitForStandbyConfirmation";
      };

  @Test
  void should_name_the_standby_after_three_minutes_without_confirmation() {
    assertThat(scene.until(says(Verdict.LAGGING, WARNING), HELD))
        .isEqualTo(Duration.ofMinutes(3).plus(STEP));
    assertThat(scene.next(HELD).judgement().cause()).contains("waits for a standby");
  }

  @Test
  void should_be_critical_of_the_standby_when_events_wait() {
    assertThat(scene.until(says(Verdict.LAGGING, CRITICAL), HELD.andThen(look -> look.inserted++)))
        .isEqualTo(Duration.ofMinutes(4));
  }

  @Test
  void should_not_blame_the_standby_when_the_walsender_waits_for_anything_else() {
    assertThat(
            scene.run(
                Duration.ofMinutes(5),
                HELD.andThen(look -> look.waitEvent = "WalSenderWaitForWal")))
        .satisfies(slot -> assertThat(slot.judgement().cause()).doesNotContain("standby"));
  }

  @Test
  void should_not_blame_the_standby_when_nothing_is_outstanding() {
    assertThat(scene.run(Duration.ofMinutes(5), HELD.andThen(Look::consume)))
        .matches(says(Verdict.HEALTHY, Severity.OK));
  }

  @Test
  void should_name_the_transaction_when_a_slot_has_been_in_the_making_for_three_minutes() {
    assertThat(scene.until(says(Verdict.TRANSACTION_PINNED, WARNING), making("99 batch")))
        .isEqualTo(Duration.ofMinutes(3).plus(STEP));
    assertThat(scene.next(making("99 batch")).judgement().cause())
        .contains("being made", "[99 batch]");
  }

  @Test
  void should_say_nothing_of_the_making_when_no_transaction_is_open() {
    assertThat(scene.run(Duration.ofMinutes(5), making(null)).judgement().severity())
        .isLessThan(WARNING);
  }

  @Test
  void should_not_take_a_physical_slot_for_one_in_the_making() {
    scene.look.logical = false;
    assertThat(
            scene.run(
                Duration.ofMinutes(5),
                look -> {
                  look.reply();
                  look.writer = Duration.ofMinutes(1);
                }))
        .satisfies(slot -> assertThat(slot.judgement(Verdict.TRANSACTION_PINNED)).isEmpty());
  }

  @Test
  void should_not_take_a_quiet_slot_for_one_in_the_making() {
    assertThat(
            scene.run(
                Duration.ofMinutes(5),
                look -> {
                  look.reply();
                  look.writer = Duration.ofMinutes(1);
                }))
        .matches(says(Verdict.IDLE, Severity.OK));
  }

  private static Consumer<Look> making(String writer) {
    return look -> {
      look.confirmed = null;
      look.senderVisible = false;
      look.writer = writer == null ? null : Duration.ofMinutes(1);
    };
  }
}
