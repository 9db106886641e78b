package org.outboxconnect.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.verdict.Severity;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AlertBookTest {

  private static final Duration REPEAT = Duration.ofHours(4);
  private static final Subject SLOT = new Subject("main", "outbox");
  private static final Subject SERVER = new Subject("main", null);

  private final AlertBook book = new AlertBook(Severity.WARNING, REPEAT);
  private Instant now = Instant.parse("2026-11-30T00:00:00Z");

  @Test
  void should_tell_at_the_second_poll_when_something_is_wrong() {
    assertThat(see(warning("lagging"))).isEmpty();
    assertThat(see(warning("lagging"))).containsExactly("new lagging warning");
    assertThat(see(warning("lagging"))).isEmpty();
    assertThat(book.firing()).isEqualTo(1);
  }

  @Test
  void should_tell_nothing_when_it_was_wrong_at_one_poll_only() {
    assertThat(see(warning("lagging"))).isEmpty();
    assertThat(see()).isEmpty();
    assertThat(see(warning("lagging"))).isEmpty();
    assertThat(see()).isEmpty();
    assertThat(book.firing()).isZero();
  }

  @Test
  void should_tell_at_the_first_poll_when_waiting_mends_nothing() {
    assertThat(see(lost())).containsExactly("new slot_lost critical");
  }

  @Test
  void should_wait_when_a_critical_finding_may_pass() {
    assertThat(see(finding("no_consumer", Severity.CRITICAL, false))).isEmpty();
  }

  @Test
  void should_resolve_at_the_third_poll_without_fault() {
    see(lost());
    assertThat(see()).isEmpty();
    assertThat(see()).isEmpty();
    assertThat(see()).containsExactly("resolved slot_lost critical");
    assertThat(book.firing()).isZero();
    assertThat(see()).isEmpty();
  }

  @Test
  void should_not_resolve_when_it_comes_back_in_between() {
    see(lost());
    see();
    see();
    assertThat(see(lost())).isEmpty();
    see();
    assertThat(see()).isEmpty();
  }

  @Test
  void should_tell_at_once_when_it_becomes_worse() {
    see(warning("no_consumer"));
    see(warning("no_consumer"));

    assertThat(see(finding("no_consumer", Severity.CRITICAL, false)))
        .containsExactly("escalated no_consumer critical");
  }

  @Test
  void should_tell_at_once_when_a_critical_slot_is_lost() {
    see(finding("no_consumer", Severity.CRITICAL, false));
    see(finding("no_consumer", Severity.CRITICAL, false));

    assertThat(see(lost())).containsExactly("escalated slot_lost critical");
  }

  @Test
  void should_tell_each_verdict_once_when_two_take_turns() {
    List<String> told = new ArrayList<>();
    for (int round = 0; round < 20; round++) {
      String kind = round % 4 < 2 ? "lagging" : "transaction_pinned";
      told.addAll(see(warning(kind)));
    }

    assertThat(told).containsExactly("new lagging warning", "changed transaction_pinned warning");
  }

  @Test
  void should_be_one_alert_when_the_verdict_is_another_at_each_poll() {
    List<String> told = new ArrayList<>();
    for (int round = 0; round < 20; round++) {
      told.addAll(see(warning(round % 2 == 0 ? "lagging" : "transaction_pinned")));
    }
    assertThat(told).containsExactly("new transaction_pinned warning");
  }

  @Test
  void should_repeat_after_the_interval_and_not_before() {
    see(lost());
    now = now.plus(REPEAT).minusSeconds(16);
    assertThat(see(lost())).isEmpty();
    now = now.plusSeconds(1);
    assertThat(see(lost())).containsExactly("repeated slot_lost critical");
    assertThat(see(lost())).isEmpty();
  }

  @Test
  void should_neither_resolve_nor_forget_a_slot_when_its_server_cannot_be_polled() {
    see(lost());
    for (int poll = 0; poll < 10; poll++) {
      assertThat(told(book.see(new Sighting(step(), "main", false, List.of())))).isEmpty();
    }
    now = now.plus(REPEAT);
    assertThat(told(book.see(new Sighting(step(), "main", false, List.of()))))
        .containsExactly("repeated slot_lost critical");
  }

  @Test
  void should_not_count_polls_of_another_server() {
    see(warning("lagging"));
    for (int poll = 0; poll < 5; poll++) {
      book.see(new Sighting(step(), "other", true, List.of()));
    }
    assertThat(see(warning("lagging"))).containsExactly("new lagging warning");
  }

  @Test
  void should_tell_of_the_server_beside_its_slots() {
    see(lost());
    Finding unreachable =
        new Finding(SERVER, "server_unreachable", Severity.CRITICAL, true, "", List.of(), null);

    assertThat(told(book.see(new Sighting(step(), "main", false, List.of(unreachable)))))
        .containsExactly("new server_unreachable critical");
    assertThat(book.firing()).isEqualTo(2);
  }

  @Test
  void should_pass_over_what_is_less_than_the_minimum() {
    AlertBook critical = new AlertBook(Severity.CRITICAL, REPEAT);
    for (int poll = 0; poll < 5; poll++) {
      assertThat(critical.see(sighting(warning("lagging")))).isEmpty();
    }
    assertThat(critical.see(sighting(lost()))).hasSize(1);
  }

  @Test
  void should_never_tell_that_all_is_well() {
    AlertBook all = new AlertBook(Severity.OK, REPEAT);
    for (int poll = 0; poll < 5; poll++) {
      assertThat(all.see(sighting(finding("healthy", Severity.OK, false)))).isEmpty();
    }
  }

  private List<String> see(Finding... findings) {
    return told(book.see(sighting(findings)));
  }

  private Sighting sighting(Finding... findings) {
    return new Sighting(step(), "main", true, List.of(findings));
  }

  private Instant step() {
    now = now.plusSeconds(15);
    return now;
  }

  private static List<String> told(List<AlertMessage> messages) {
    return messages.stream()
        .map(
            message ->
                "%s %s %s"
                    .formatted(
                        message.reason().label(),
                        message.finding().kind(),
                        message.finding().severity().name().toLowerCase(Locale.ROOT)))
        .toList();
  }

  private static Finding warning(String kind) {
    return finding(kind, Severity.WARNING, false);
  }

  private static Finding lost() {
    return finding("slot_lost", Severity.CRITICAL, true);
  }

  private static Finding finding(String kind, Severity severity, boolean immediate) {
    return new Finding(SLOT, kind, severity, immediate, "", List.of(), null);
  }
}
