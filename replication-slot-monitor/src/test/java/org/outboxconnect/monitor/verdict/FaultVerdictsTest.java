package org.outboxconnect.monitor.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Look.MB;
import static org.outboxconnect.monitor.Scene.says;
import static org.outboxconnect.monitor.verdict.Severity.CRITICAL;
import static org.outboxconnect.monitor.verdict.Severity.INFO;
import static org.outboxconnect.monitor.verdict.Severity.OK;
import static org.outboxconnect.monitor.verdict.Severity.WARNING;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Publication;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.watch.OutboxMode;

/**
 * Each verdict comes at the look at which its condition has held long enough, and not one look
 * before: {@link Scene#until} gives the first. Times count from the last healthy look; what the
 * monitor times itself begins with the first look that shows it, one step later.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FaultVerdictsTest {

  private final Scene scene = Scene.healthy();

  @Test
  void should_be_healthy_when_the_consumer_confirms() {
    assertThat(scene.next(look -> look.write(MB).consume())).matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_be_idle_when_nothing_has_been_outstanding_for_three_minutes() {
    assertThat(scene.until(says(Verdict.IDLE, OK), Look::reply)).isEqualTo(Duration.ofMinutes(3));
  }

  @Test
  void should_be_idle_when_a_slot_has_never_reserved_wal_whatever_its_safe_size_says() {
    assertThat(
            scene.next(
                look -> {
                  look.logical = false;
                  look.active = false;
                  look.status = null;
                  look.restart = null;
                  look.safeBytes = -166 * MB;
                }))
        .matches(says(Verdict.IDLE, OK))
        .satisfies(slot -> assertThat(slot.headroom().room()).isNull());
  }

  @Test
  void should_be_critical_at_once_when_the_slot_is_lost() {
    SlotAssessment lost = scene.next(Look::lose);
    assertThat(lost).matches(says(Verdict.SLOT_LOST, CRITICAL));
    assertThat(lost.lag()).isNull();
    assertThat(lost.judgement().evidence()).isEmpty();
  }

  @Test
  void should_show_no_lag_of_a_lost_slot_that_still_has_a_position() {
    SlotAssessment lost =
        scene.next(
            look -> {
              look.write(300 * MB);
              look.active = false;
              look.status = WalStatus.LOST;
              look.invalidation = "idle_timeout";
            });
    assertThat(lost).matches(says(Verdict.SLOT_LOST, CRITICAL));
    assertThat(lost.judgement().evidence()).isEmpty();
    assertThat(lost.judgement().cause()).contains("idle_timeout");
  }

  @Test
  void should_be_critical_at_once_when_an_expected_slot_is_missing_on_a_primary_only() {
    assertThat(scene.next(look -> look.present = false))
        .matches(says(Verdict.SLOT_MISSING, CRITICAL));
    assertThat(scene.next(look -> look.standby = true)).matches(says(Verdict.UNKNOWN, INFO));
  }

  @Test
  void should_find_a_gap_after_a_minute_when_the_slot_is_ahead_of_connect() {
    assertThat(
            scene.until(
                says(Verdict.GAP, CRITICAL),
                look -> {
                  look.write(MB).consume();
                  look.connector = connector("RUNNING", new Lsn(look.confirmed - 1));
                }))
        .isEqualTo(Duration.ofSeconds(75));
  }

  @Test
  void should_find_no_gap_when_the_driver_confirms_by_itself() {
    assertThat(
            scene.run(
                Duration.ofMinutes(10),
                look -> {
                  look.write(MB).consume();
                  look.connector = connector("RUNNING", null);
                }))
        .matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_be_critical_at_once_when_a_task_has_failed_in_a_running_connector() {
    assertThat(scene.next(look -> look.connector = connector("FAILED", null)))
        .matches(says(Verdict.TASK_FAILED, CRITICAL));
  }

  @Test
  void should_be_critical_at_once_when_the_publication_is_wrong() {
    for (Publication wrong :
        List.of(
            new Publication("outbox", false, false, false),
            new Publication("outbox", true, true, false),
            new Publication("outbox", true, false, true))) {
      assertThat(scene.next(look -> look.publication = wrong))
          .matches(says(Verdict.PUBLICATION_WRONG, CRITICAL));
    }
  }

  @Test
  void should_not_ask_a_publication_for_a_table_when_events_are_messages() {
    scene.look.mode = OutboxMode.WAL_MESSAGE;
    assertThat(
            scene.next(
                look -> {
                  look.write(MB).consume();
                  look.publication = new Publication("outbox", true, true, false);
                }))
        .matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_warn_of_the_horizon_at_fifty_million_and_be_critical_at_two_hundred() {
    assertThat(horizon(49_999_999)).matches(says(Verdict.HEALTHY, OK));
    assertThat(horizon(50_000_000)).matches(says(Verdict.HORIZON, WARNING));
    assertThat(horizon(199_999_999)).matches(says(Verdict.HORIZON, WARNING));
    assertThat(horizon(200_000_000)).matches(says(Verdict.HORIZON, CRITICAL));
  }

  private SlotAssessment horizon(long age) {
    return scene.next(
        look -> {
          look.write(MB).consume();
          look.catalogXminAge = age;
        });
  }

  @Test
  void should_wait_for_a_second_look_when_a_slot_is_behind_at_the_first() {
    Scene young = new Scene();
    assertThat(young.next(look -> look.write(500 * MB).decode().reply()))
        .matches(says(Verdict.UNKNOWN, INFO));
  }

  private static ConnectSample connector(String task, Lsn committed) {
    return new ConnectSample(
        "outbox", "RUNNING", List.of(new ConnectSample.Task(0, task, "worker:8083")), committed);
  }
}
