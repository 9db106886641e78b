package org.outboxconnect.monitor.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.status.ServerBuilder.aServer;
import static org.outboxconnect.monitor.status.SlotBuilder.GIB;
import static org.outboxconnect.monitor.status.SlotBuilder.aSlot;

import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerBuilder;
import org.outboxconnect.monitor.status.Statuses;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StatusMetricsTest {

  @Test
  void should_show_the_figures_of_a_slot_when_it_was_just_seen() {
    Map<String, String> series =
        Scrapes.of(
            Statuses.of(
                aServer("db")
                    .with(
                        aSlot("outbox")
                            .retaining(GIB, 3 * GIB)
                            .behind(GIB, Duration.ofSeconds(90))
                            .room(7 * GIB, 5_400, Double.POSITIVE_INFINITY))));

    assertThat(series)
        .containsEntry("outbox_slot_retained_wal_bytes{server=db,slot=outbox}", "3.221225472E9")
        .containsEntry("outbox_slot_confirmed_lag_bytes{server=db,slot=outbox}", "1.073741824E9")
        .containsEntry("outbox_slot_pinned_wal_bytes{server=db,slot=outbox}", "2.147483648E9")
        .containsEntry("outbox_slot_lag_seconds{server=db,slot=outbox}", "90.0")
        .containsEntry("outbox_slot_headroom_bytes{server=db,slot=outbox}", "7.516192768E9")
        .containsEntry("outbox_slot_outage_budget_seconds{server=db,slot=outbox}", "5400.0")
        .containsEntry("outbox_slot_time_to_exhaustion_seconds{server=db,slot=outbox}", "+Inf")
        .containsEntry("outbox_slot_active{server=db,slot=outbox}", "1.0")
        .containsEntry(
            "outbox_slot_info{database=app,plugin=pgoutput,server=db,slot=outbox,slot_type=logical}",
            "1");
  }

  @Test
  void should_leave_out_what_is_unknown_when_the_role_sees_little() {
    Map<String, String> series =
        Scrapes.of(
            Statuses.of(aServer("db").with(aSlot("outbox").withHiddenSender()).seenByAPlainRole()));

    assertThat(names(series))
        .contains("outbox_slot_retained_wal_bytes", "outbox_server_checkpoint_age_seconds")
        .doesNotContain(
            "outbox_slot_safe_wal_bytes",
            "outbox_slot_headroom_bytes",
            "outbox_slot_outage_budget_seconds",
            "outbox_slot_reply_silence_seconds",
            "outbox_server_wal_directory_bytes",
            "outbox_server_oldest_transaction_age_seconds");
    assertThat(series)
        .containsEntry("outbox_monitor_probe_success{probe=consumers,server=db}", "0.0")
        .containsEntry("outbox_monitor_probe_success{probe=wal_directory,server=db}", "0.0")
        .containsEntry("outbox_monitor_probe_success{probe=checkpoint,server=db}", "1.0");
  }

  @Test
  void should_keep_showing_a_slot_when_it_is_lost() {
    Map<String, String> series =
        Scrapes.of(Statuses.of(aServer("db").with(aSlot("outbox").lost("wal_removed"))));

    assertThat(series)
        .containsEntry(walStatus("outbox", "lost"), "1")
        .containsEntry(walStatus("outbox", "reserved"), "0")
        .containsEntry(walStatus("outbox", "extended"), "0")
        .containsEntry(walStatus("outbox", "unreserved"), "0")
        .containsEntry(verdict("outbox", "slot_lost"), "1")
        .containsEntry(verdict("outbox", "healthy"), "0")
        .doesNotContainKey("outbox_slot_retained_wal_bytes{server=db,slot=outbox}");
  }

  @Test
  void should_call_a_slot_lost_when_it_was_invalidated_for_idleness() {
    Map<String, String> series =
        Scrapes.of(
            Statuses.of(
                aServer("db")
                    .with(aSlot("outbox").lost("idle_timeout").walStatus(WalStatus.EXTENDED))));

    assertThat(series)
        .containsEntry(walStatus("outbox", "lost"), "1")
        .containsEntry(walStatus("outbox", "extended"), "0")
        .doesNotContainKey("outbox_slot_retained_wal_bytes{server=db,slot=outbox}");
  }

  @Test
  void should_show_every_state_when_a_slot_is_missing() {
    Map<String, String> series =
        Scrapes.of(Statuses.of(aServer("db").with(aSlot("outbox").missing())));

    assertThat(states(series, "outbox_slot_wal_status")).hasSize(4).containsOnly("0");
    assertThat(states(series, "outbox_slot_verdict")).hasSize(Verdict.values().length);
    assertThat(states(series, "outbox_slot_severity")).hasSize(Severity.values().length);
    assertThat(series)
        .containsEntry(verdict("outbox", "slot_missing"), "1")
        .containsEntry("outbox_slot_expected{server=db,slot=outbox}", "1.0");
    assertThat(names(series)).doesNotContain("outbox_slot_info", "outbox_slot_active");
  }

  @Test
  void should_keep_states_and_leave_out_measures_when_the_server_is_stale() {
    ServerBuilder down =
        aServer("db")
            .with(aSlot("outbox").saying(Verdict.LAGGING, Severity.CRITICAL))
            .outbox("outbox", "outbox", Duration.ofMinutes(4), 10)
            .failing("08001");

    assertThat(names(Scrapes.of(Statuses.of(down.seenAgo(Duration.ofSeconds(45))))))
        .contains("outbox_slot_retained_wal_bytes", "outbox_table_rows");
    Map<String, String> series = Scrapes.of(Statuses.of(down.seenAgo(Duration.ofSeconds(46))));

    assertThat(series)
        .containsEntry("outbox_monitor_up{server=db}", "0.0")
        .containsEntry("outbox_monitor_status_stale{server=db}", "1.0")
        .containsEntry("outbox_monitor_poll_failures_total{server=db}", "12.0")
        .containsEntry(verdict("outbox", "lagging"), "1")
        .containsEntry(walStatus("outbox", "reserved"), "1");
    assertThat(names(series))
        .contains(
            "outbox_monitor_last_success_timestamp_seconds",
            "outbox_slot_active",
            "outbox_slot_severity",
            "outbox_server_standby")
        .doesNotContain("outbox_slot_retained_wal_bytes", "outbox_slot_lag_seconds")
        .noneMatch(name -> name.startsWith("outbox_table_"))
        .noneMatch(name -> name.startsWith("outbox_server_wal"));
  }

  @Test
  void should_tell_that_nothing_is_known_when_no_poll_has_succeeded() {
    assertThat(Scrapes.of(Statuses.of(aServer("db").neverSeen())))
        .containsEntry("outbox_monitor_up{server=db}", "0.0")
        .containsEntry("outbox_monitor_status_stale{server=db}", "1.0")
        .containsEntry("outbox_monitor_polls_total{server=db}", "0.0")
        .doesNotContainKey("outbox_monitor_last_success_timestamp_seconds{server=db}");
  }

  @Test
  void should_show_a_slot_once_when_a_server_is_reached_through_several_databases() {
    ServerBuilder one = aServer("app").with(aSlot("outbox"));
    Map<String, String> series =
        Scrapes.of(Statuses.of(one, aServer("reports").with(aSlot("outbox")).sameAs(one)));

    assertThat(series.keySet())
        .filteredOn(name -> name.startsWith("outbox_slot_retained_wal_bytes"))
        .containsExactly("outbox_slot_retained_wal_bytes{server=app,slot=outbox}");
  }

  @Test
  void should_count_the_first_when_two_things_have_the_same_labels() {
    MonitorStatus status =
        Statuses.with(
            Statuses.of(aServer("db")),
            List.of(
                Statuses.connector("outbox", "RUNNING"), Statuses.connector("outbox", "FAILED")),
            List.of());

    assertThat(Scrapes.of(status))
        .containsEntry(
            "outbox_connector_task_state{connect_cluster=events,connector=outbox,task=0,"
                + "outbox_connector_task_state=running}",
            "1");
  }

  @Test
  void should_call_a_state_unknown_when_connect_has_a_word_that_we_dont_know() {
    MonitorStatus status =
        Statuses.with(
            Statuses.of(aServer("db")),
            List.of(
                Statuses.connector("new", "HIBERNATING"), Statuses.unreachableConnector("gone")),
            List.of());

    assertThat(Scrapes.of(status))
        .containsEntry(
            "outbox_connector_task_state{connect_cluster=events,connector=new,task=0,"
                + "outbox_connector_task_state=unknown}",
            "1")
        .containsEntry(
            "outbox_connector_state{connect_cluster=events,connector=gone,outbox_connector_state=unknown}",
            "1")
        .containsEntry(
            "outbox_connector_probe_success{connect_cluster=events,connector=gone}", "0.0");
  }

  @Test
  void should_stay_readable_when_names_are_hostile() {
    assertThat(
            OpenMetricsText.parse(
                Scrapes.text(Statuses.hostile(), OpenMetricsTextFormatWriter.create())))
        .isNotEmpty();
  }

  @Test
  void should_have_the_same_series_in_both_formats() {
    String prometheus = Scrapes.text(Statuses.eventful(), PrometheusTextFormatWriter.create());

    assertThat(prometheus.lines().filter(line -> !line.startsWith("#")))
        .hasSameSizeAs(Scrapes.of(Statuses.eventful()).entrySet());
  }

  private static Set<String> names(Map<String, String> series) {
    return series.keySet().stream()
        .map(name -> name.replaceFirst("\\{.*", ""))
        .collect(Collectors.toSet());
  }

  private static List<String> states(Map<String, String> series, String name) {
    return series.entrySet().stream()
        .filter(one -> one.getKey().startsWith(name + "{"))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static String walStatus(String slot, String status) {
    return "outbox_slot_wal_status{server=db,slot=%s,outbox_slot_wal_status=%s}"
        .formatted(slot, status);
  }

  private static String verdict(String slot, String verdict) {
    return "outbox_slot_verdict{server=db,slot=%s,outbox_slot_verdict=%s}".formatted(slot, verdict);
  }
}
