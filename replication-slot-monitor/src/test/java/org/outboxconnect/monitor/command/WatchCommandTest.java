package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.stack.process.Wait;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WatchCommandTest {

  private static final String ESCAPE = "\u001b[";
  private static final MonitorStatus STATUS =
      Statuses.of(
          Statuses.healthy("orders"),
          Statuses.lost("bad"),
          Statuses.down("away", Reason.FAILED, "08001: Connection\nrefused"));

  @Test
  void should_show_a_table_cause_and_first_action_when_it_is_told_to_look_once() {
    FakePrograms programs = new FakePrograms(STATUS);

    assertThat(programs.run("watch", "--once")).isZero();
    assertThat(programs.out())
        .contains("2026-11-30T00:20:15Z  2 slots")
        .containsPattern("SERVER +SLOT +VERDICT +RETAINED +BEHIND +LAG +TIME LEFT")
        .containsPattern("orders +outbox +healthy +0 B +0 B +0 s +no end")
        .containsPattern("bad +outbox +slot_lost +- +- +- +-")
        .containsPattern("bad/outbox: .*\\.?\\R  -> \\w")
        .contains("away: 08001: Connection refused")
        .doesNotContain(ESCAPE);
    assertThat(programs.closed).isTrue();
  }

  @Test
  void should_clear_the_screen_and_use_colours_when_somebody_looks_on() {
    FakePrograms programs = new FakePrograms(STATUS);
    programs.terminal = true;

    assertThat(programs.run("watch", "--once")).isZero();
    assertThat(programs.out())
        .startsWith(ESCAPE + "H" + ESCAPE + "2J")
        .contains(ESCAPE + "1;31mslot_lost" + ESCAPE + "0m")
        .contains(ESCAPE + "32mhealthy  " + ESCAPE + "0m"); // as wide as its column
  }

  @Test
  void should_use_no_colours_when_somebody_has_asked_for_none() {
    FakePrograms programs = new FakePrograms(STATUS);
    programs.terminal = true;
    programs.environment.put("NO_COLOR", "1");

    assertThat(programs.run("watch", "--once")).isZero();
    assertThat(programs.out()).startsWith(ESCAPE + "H").doesNotContain("31m", "32m");
  }

  @Test
  void should_refresh_until_it_is_ended() throws InterruptedException {
    FakePrograms programs = new FakePrograms(STATUS);
    Thread thread = new Thread(() -> programs.run("watch", "--interval", "1s"));
    thread.start();

    Wait.require(
        "two tables", Duration.ofSeconds(20), () -> programs.out().split("2 slots", -1).length > 2);
    thread.interrupt();
    thread.join(20_000);
    assertThat(thread.isAlive()).isFalse();
    assertThat(programs.closed).isTrue();
  }
}
