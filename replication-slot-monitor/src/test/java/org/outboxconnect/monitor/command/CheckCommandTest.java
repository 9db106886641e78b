package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.sample.Reading.Reason;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CheckCommandTest {

  @Test
  void should_end_with_0_and_figures_when_all_is_well() {
    FakePrograms programs = new FakePrograms(Statuses.of(Statuses.healthy("orders")));

    assertThat(programs.run("check")).isZero();
    assertThat(programs.out().lines()).hasSize(1);
    assertThat(programs.out())
        .startsWith("OK - orders/outbox healthy | ")
        .contains("'orders/outbox retained'=0B;10737418240;;0;")
        .contains("'orders/outbox lag'=0s;;;0;");
    assertThat(programs.closed).isTrue();
  }

  @Test
  void should_end_with_2_and_say_why_when_a_slot_is_lost() {
    FakePrograms programs =
        new FakePrograms(Statuses.of(Statuses.healthy("good"), Statuses.lost("bad")));

    assertThat(programs.run("check")).isEqualTo(2);
    assertThat(programs.out()).startsWith("CRITICAL - bad/outbox slot_lost: ");
    assertThat(programs.out().lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FAILED|08001: Connection refused|2|CRITICAL",
        "FAILED|57P03: the database system is starting up|2|CRITICAL",
        "FAILED|53300: too many clients|2|CRITICAL",
        "TIMED_OUT|the poll took longer than 12 s|2|CRITICAL",
        "FAILED|28P01: password authentication failed|3|UNKNOWN",
        "FAILED|the poll failed: no such file|3|UNKNOWN"
      })
  void should_tell_a_server_that_is_away_from_one_that_refuses(
      Reason reason, String detail, int code, String word) {
    FakePrograms programs = new FakePrograms(Statuses.of(Statuses.down("orders", reason, detail)));

    assertThat(programs.run("check")).isEqualTo(code);
    assertThat(programs.out().strip()).isEqualTo(word + " - orders: " + detail);
  }

  @Test
  void should_end_with_3_and_one_line_when_the_settings_are_wrong() {
    FakePrograms programs = new FakePrograms();
    programs.environment.put("OUTBOX_MONITOR_LISTEN", "nowhere");
    programs.environment.put("OUTBOX_MONITOR_POLL_INTERVAL", "never");

    assertThat(programs.run("check")).isEqualTo(3);
    assertThat(programs.out().lines())
        .singleElement()
        .asString()
        .startsWith("UNKNOWN - There are 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--sample=soon", "--sample=0s", "--bogus", "--server=other"})
  void should_end_with_3_and_one_line_when_the_command_line_is_wrong(String argument) {
    FakePrograms programs = new FakePrograms(Statuses.of(Statuses.healthy("orders")));

    assertThat(programs.run("check", argument)).isEqualTo(3);
    assertThat(programs.out().lines()).singleElement().asString().startsWith("UNKNOWN - ");
  }

  @Test
  void should_look_at_one_server_and_slot_when_it_is_told_to() {
    FakePrograms programs = new FakePrograms(Statuses.of(Statuses.lost("orders")));

    assertThat(programs.run("check", "--server", "orders", "--slot", "other")).isEqualTo(3);
    assertThat(programs.out()).startsWith("UNKNOWN - There is no slot [other]");
  }

  @Test
  void should_neither_write_nor_restart_nor_post() {
    FakePrograms programs = new FakePrograms(Statuses.of(Statuses.healthy("orders")));
    programs.environment.put("OUTBOX_MONITOR_SERVERS_0_CANARY_SLOTS_0", "outbox");
    programs.environment.put("OUTBOX_MONITOR_HISTORY_DIRECTORY", "/var/lib/monitor");
    programs.environment.put("OUTBOX_MONITOR_CONNECT_CLUSTERS_0_NAME", "main");
    programs.environment.put("OUTBOX_MONITOR_CONNECT_CLUSTERS_0_URLS_0", "http://connect:8083");
    programs.environment.put("OUTBOX_MONITOR_CONNECT_CLUSTERS_0_CONNECTORS_0_NAME", "outbox");
    programs.environment.put("OUTBOX_MONITOR_CONNECT_CLUSTERS_0_CONNECTORS_0_SERVER", "orders");
    programs.environment.put("OUTBOX_MONITOR_CONNECT_CLUSTERS_0_CONNECTORS_0_SLOT", "outbox");
    programs.environment.put(
        "OUTBOX_MONITOR_CONNECT_CLUSTERS_0_RESTART_FAILED_TASKS_ATTEMPTS", "3");
    programs.environment.put("OUTBOX_MONITOR_WEBHOOKS_0_NAME", "chat");
    programs.environment.put("OUTBOX_MONITOR_WEBHOOKS_0_URL", "https://chat");

    assertThat(programs.run("check", "--sample", "7s")).isZero();
    MonitorConfig config = programs.polled.get(0);
    assertThat(config.pollInterval()).isEqualTo(Duration.ofSeconds(7));
    assertThat(config.servers().get(0).canary()).isNull();
    assertThat(config.historyDirectory()).isNull();
    assertThat(config.connectClusters()).hasSize(1);
    assertThat(config.connectClusters().get(0).restart()).isNull();
    assertThat(config.webhooks()).isEmpty();
  }
}
