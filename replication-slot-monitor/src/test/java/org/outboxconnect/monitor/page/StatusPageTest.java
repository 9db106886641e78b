package org.outboxconnect.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.status.ServerBuilder.aServer;
import static org.outboxconnect.monitor.status.SlotBuilder.GIB;
import static org.outboxconnect.monitor.status.SlotBuilder.aSlot;

import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerBuilder;
import org.outboxconnect.monitor.status.Statuses;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StatusPageTest {

  private static final Pattern HEADLINE = Pattern.compile("<h1>(.*?)</h1>");

  @Test
  void should_say_that_action_is_needed_when_a_slot_is_critical() {
    assertThat(
            headline(
                aServer("db")
                    .with(
                        aSlot("a"),
                        aSlot("b").saying(Verdict.LAGGING, Severity.WARNING),
                        aSlot("c").lost(null))))
        .isEqualTo("1 slot needs action now");
    assertThat(headline(aServer("db").with(aSlot("a").lost(null), aSlot("b").missing())))
        .isEqualTo("2 slots need action now");
  }

  @Test
  void should_say_what_is_less_grave_when_nothing_is_critical() {
    assertThat(headline(aServer("db").with(aSlot("a").saying(Verdict.LAGGING, Severity.WARNING))))
        .isEqualTo("1 slot needs attention");
    assertThat(headline(aServer("db").with(aSlot("a")))).isEqualTo("The slot is well");
    assertThat(headline(aServer("db").with(aSlot("a"), aSlot("b"))))
        .isEqualTo("All 2 slots are well");
  }

  @Test
  void should_not_call_all_well_when_a_server_doesnt_answer() {
    assertThat(
            headline(
                aServer("db").with(aSlot("a")),
                aServer("other").with(aSlot("b")).seenAgo(Duration.ofHours(2)).failing("08001")))
        .isEqualTo("All 2 slots are well, as far as can be seen");
  }

  @Test
  void should_say_why_when_there_is_no_slot() {
    assertThat(headline(aServer("db").neverSeen())).isEqualTo("Waiting for the first look");
    assertThat(headline(aServer("db").neverSeen().failing("08001"))).isEqualTo("No server answers");
    assertThat(headline(aServer("db"), aServer("other").neverSeen().failing("08001")))
        .isEqualTo("Not every server answers");
    assertThat(headline(aServer("db"))).isEqualTo("There is no slot to watch");
  }

  @Test
  void should_show_the_gravest_first_with_its_actions_and_evidence() {
    String page = StatusPage.render(Statuses.eventful());

    assertThat(page)
        .containsSubsequence(
            ">orders_outbox</h3>", "If nobody will come back, drop the slot", ">audit_outbox</h3>")
        .contains(
            "Evidence: retained 41 GiB",
            "Its room ends in about 2 h 45 min, by max_slot_wal_keep_size.",
            "A rough figure: less than a day of load is known.",
            "lost (wal removed)",
            "not expected",
            "none for 47 min",
            "stale, last seen 11 min ago",
            "task failed",
            "more than 10,000 rows wait",
            "It became the primary");
  }

  @Test
  void should_draw_a_line_to_the_limit_only_when_room_runs_out() {
    String ends = page(aServer("db").with(aSlot("a").retaining(GIB, 2 * GIB).room(GIB, 600, 600)));
    assertThat(ends)
        .contains("class=\"spark-forecast\"", "reached in about 10 min", "limit of 3.0 GiB");

    assertThat(page(aServer("db").with(aSlot("a").room(GIB, 600, Double.POSITIVE_INFINITY))))
        .contains("class=\"spark-line\"", "No end is forecast.", "could stay away for about 10 min")
        .doesNotContain("class=\"spark-forecast\"");
  }

  @Test
  void should_draw_nothing_when_a_slot_is_lost() {
    assertThat(page(aServer("db").with(aSlot("a").lost("wal_removed"))))
        .doesNotContain("class=\"spark-line\"");
  }

  @Test
  void should_keep_hostile_text_as_text() {
    String page = StatusPage.render(Statuses.hostile());

    assertThat(page)
        .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;", "&lt;img src=x")
        .doesNotContain("<script", "<img", "\u202E", "\u0000");
    assertThat(page.split("</title>", -1)).hasSize(3); // the page's and that of one drawing
  }

  @Test
  void should_reload_with_each_poll() {
    assertThat(StatusPage.render(Statuses.calm()))
        .contains("<meta http-equiv=\"refresh\" content=\"15\"/>");
  }

  @Test
  void should_allow_its_own_style_only() {
    assertThat(StatusPage.contentSecurityPolicy())
        .matches(".*style-src 'sha256-[A-Za-z0-9+/]{43}='.*")
        .doesNotContain("unsafe");
    assertThat(StatusPage.render(Statuses.eventful())).doesNotContain(" style=\"");
  }

  private static String headline(ServerBuilder... servers) {
    return HEADLINE
        .matcher(page(servers))
        .results()
        .map(match -> match.group(1))
        .findFirst()
        .orElseThrow();
  }

  private static String page(ServerBuilder... servers) {
    MonitorStatus status = Statuses.of(servers);
    return StatusPage.render(status);
  }
}
