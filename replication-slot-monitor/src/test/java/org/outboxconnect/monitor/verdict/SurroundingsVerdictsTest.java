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
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Settings;

/** What is wrong around a slot, and what contradicts what others say about it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SurroundingsVerdictsTest {

  private static final Consumer<Look> WELL = look -> look.write(MB).consume();

  private final Scene scene = Scene.healthy();

  @Test
  void should_name_connect_after_two_minutes_when_it_calls_an_unused_slot_running() {
    scene.look.connector = connector(ConnectSample.RUNNING);
    Consumer<Look> unused =
        look -> {
          look.active = false;
          look.write(MB);
        };
    assertThat(scene.until(says(Verdict.NO_CONSUMER, WARNING), unused))
        .isEqualTo(Duration.ofMinutes(2).plus(STEP));
    assertThat(scene.next(unused).judgement().cause()).contains("calls connector [outbox] running");
  }

  @Test
  void should_name_the_worker_when_it_has_left_the_group() {
    scene.look.connector = connector(ConnectSample.UNKNOWN);
    SlotAssessment slot =
        scene.run(
            Duration.ofMinutes(3),
            look -> {
              look.active = false;
              look.write(MB);
            });
    assertThat(slot).matches(says(Verdict.NO_CONSUMER, WARNING));
    assertThat(slot.judgement().cause()).contains("worker [w:8083]", "left the group");
  }

  @Test
  void should_wait_for_five_minutes_when_connect_does_not_call_it_running() {
    for (String state : List.of("UNASSIGNED", "PAUSED")) {
      Scene other = Scene.healthy();
      other.look.connector = connector(state);
      assertThat(
              other.until(
                  says(Verdict.NO_CONSUMER, WARNING),
                  look -> {
                    look.active = false;
                    look.write(10 * MB);
                  }))
          .isEqualTo(Duration.ofMinutes(5).plus(STEP));
    }
  }

  @Test
  void should_not_contradict_connect_while_a_killed_worker_is_replaced_in_time() {
    scene.look.connector = connector(ConnectSample.RUNNING);
    SlotAssessment slot =
        scene.run(
            Duration.ofSeconds(105),
            look -> {
              look.active = false;
              look.write(MB);
            });
    assertThat(slot.judgement().severity()).isEqualTo(OK);
  }

  @Test
  void should_warn_at_once_when_two_connectors_name_one_slot() {
    assertThat(
            scene.next(
                WELL.andThen(
                    look ->
                        look.connector =
                            connector(ConnectSample.RUNNING).withRivals(Set.of("copy")))))
        .matches(says(Verdict.UNKNOWN, WARNING))
        .satisfies(slot -> assertThat(slot.judgement().cause()).contains("[outbox]", "[copy]"));
    assertThat(scene.next(WELL.andThen(look -> look.connector = connector("RUNNING"))))
        .matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_warn_of_consumers_that_come_and_go_and_confirm_nothing() {
    Consumer<Look> flapping =
        look -> {
          look.pid++;
          look.application = look.pid % 2 == 0 ? "one" : "two";
          look.write(2 * MB).decode().reply();
        };
    assertThat(scene.until(says(Verdict.NO_CONSUMER, WARNING), flapping))
        .isEqualTo(Duration.ofMinutes(3).plus(STEP));
    assertThat(scene.next(flapping).judgement().cause()).contains("one, two");
  }

  @Test
  void should_not_call_consumers_restless_when_they_confirm_or_were_restarted_twice() {
    assertThat(
            scene.run(
                Duration.ofMinutes(10),
                look -> {
                  look.pid++;
                  look.write(MB).consume();
                }))
        .matches(says(Verdict.HEALTHY, OK));
    scene.look.pid++;
    scene.next(look -> look.write(MB).decode().reply());
    scene.run(Duration.ofMinutes(16), WELL);
    scene.look.pid++;
    scene.next(look -> look.write(2 * MB).decode().reply());
    scene.look.pid++;
    assertThat(scene.run(Duration.ofMinutes(5), look -> look.write(2 * MB).decode().reply()))
        .matches(says(Verdict.IDLE_PINNED, INFO));
  }

  @Test
  void should_not_call_consumers_restless_when_there_is_hardly_anything_to_confirm() {
    Consumer<Look> quiet = look -> look.write(100).decode().reply();
    scene.run(Duration.ofMinutes(30), quiet);
    assertThat(scene.run(Duration.ofMinutes(5), quiet.andThen(look -> look.pid++)))
        .matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_call_consumers_restless_when_few_events_wait() {
    scene.run(Duration.ofMinutes(30), look -> look.write(100).decode().reply());
    assertThat(
            scene.until(
                says(Verdict.NO_CONSUMER, WARNING),
                look -> {
                  look.write(100).decode().reply();
                  look.pid++;
                  look.inserted++;
                }))
        .isEqualTo(Scene.STEP.multipliedBy(3));
  }

  @Test
  void should_warn_of_a_slot_that_nobody_has_named_only_when_others_are_named() {
    assertThat(Scene.healthy(Set.of("other")).next(WELL)).matches(says(Verdict.UNKNOWN, WARNING));
    assertThat(Scene.healthy(Set.of()).next(WELL)).matches(says(Verdict.HEALTHY, OK));
    assertThat(scene.next(WELL)).matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_warn_of_an_unused_logical_slot_on_a_standby_unless_it_is_a_copy() {
    scene.run(
        Duration.ofMinutes(1),
        look -> {
          look.standby = true;
          look.active = false;
        });
    assertThat(scene.until(says(Verdict.UNKNOWN, WARNING), look -> look.write(MB)))
        .isEqualTo(Duration.ofMinutes(4).plus(STEP));
    scene.look.synced = true;
    assertThat(scene.next(look -> {})).matches(says(Verdict.IDLE, OK));
  }

  @Test
  void should_find_a_gap_when_the_statistics_begin_anew_and_the_server_did_not() {
    SlotAssessment anew = scene.next(SurroundingsVerdictsTest::makeAnew);
    assertThat(anew).matches(says(Verdict.GAP, CRITICAL));
    assertThat(anew.judgement().cause()).contains("made anew");
    assertThat(scene.run(Duration.ofMinutes(59), WELL)).matches(says(Verdict.GAP, CRITICAL));
    assertThat(scene.run(Duration.ofMinutes(1), WELL)).matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_find_no_gap_when_a_restart_a_crash_or_somebody_has_emptied_the_statistics() {
    assertThat(
            scene.next(
                look -> {
                  makeAnew(look);
                  look.startedAt = look.now;
                }))
        .matches(says(Verdict.HEALTHY, OK));

    Scene crashed = Scene.healthy();
    crashed.run(STEP, WELL.andThen(look -> look.inserted = 100));
    assertThat(
            crashed.next(
                look -> {
                  makeAnew(look);
                  look.inserted = 0; // the same crash takes these along
                }))
        .matches(says(Verdict.HEALTHY, OK));

    Scene reset = Scene.healthy();
    assertThat(
            reset.next(
                look -> {
                  makeAnew(look);
                  look.statisticsReset = look.now;
                }))
        .matches(says(Verdict.HEALTHY, OK));
  }

  private static void makeAnew(Look look) {
    look.write(2 * MB);
    look.consume();
    look.transactions = 0;
  }

  @Test
  void should_say_that_it_is_not_the_slot_when_the_archiver_fails_for_long() {
    Consumer<Look> failing =
        WELL.andThen(
            look ->
                look.archiver = new Archiver(5, 9, Duration.ofHours(1), Duration.ofSeconds(10)));
    assertThat(scene.until(says(Verdict.UNKNOWN, WARNING), failing))
        .isEqualTo(Duration.ofMinutes(15).plus(STEP));
    assertThat(scene.next(failing).judgement().cause()).startsWith("Not the slot: the archiver");
    assertThat(
            scene.next(
                WELL.andThen(
                    look ->
                        look.archiver =
                            new Archiver(6, 9, Duration.ofSeconds(1), Duration.ofHours(1)))))
        .matches(says(Verdict.HEALTHY, OK));
  }

  @Test
  void should_say_that_it_is_not_the_slot_when_the_directory_holds_much_more() {
    scene.look.settings.put("max_wal_size", new Settings.Value("1024", "MB"));
    scene.look.walDirectoryBytes = 2_000 * MB;
    assertThat(scene.run(Duration.ofHours(1), WELL)).matches(says(Verdict.HEALTHY, OK));
    scene.look.walDirectoryBytes = 5_000 * MB;
    assertThat(scene.until(says(Verdict.UNKNOWN, INFO), WELL))
        .isEqualTo(Duration.ofMinutes(15).plus(STEP));
    assertThat(scene.next(WELL).judgement().evidence())
        .contains(new Judgement.Evidence("wal_directory_bytes", 5_000 * MB));
  }

  private static ConnectSample connector(String task) {
    return new ConnectSample(
        "outbox", "RUNNING", List.of(new ConnectSample.Task(0, task, "w:8083")), null);
  }
}
