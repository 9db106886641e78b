package org.outboxconnect.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.outboxconnect.monitor.alert.AlertMessage.Reason;
import org.outboxconnect.monitor.verdict.Severity;

/** What holds for every sequence of polls, however the findings flap. */
class AlertBookPropertyTest {

  private static final Duration STEP = Duration.ofSeconds(15);
  private static final Duration REPEAT = STEP.multipliedBy(12);
  private static final Instant BEGIN = Instant.parse("2026-11-30T00:00:00Z");
  private static final int SLOTS = 2;

  /** One poll: whether it succeeded, and what is wrong with each slot. */
  record Poll(boolean looked, List<Wrong> slots) {}

  /** What may be wrong with a slot. */
  enum Wrong {
    NOTHING("healthy", Severity.OK, false),
    INFO("catching_up", Severity.INFO, false),
    LAGGING("lagging", Severity.WARNING, false),
    PINNED("transaction_pinned", Severity.WARNING, false),
    NO_CONSUMER("no_consumer", Severity.CRITICAL, false),
    LOST("slot_lost", Severity.CRITICAL, true);

    final String kind;
    final Severity severity;
    final boolean immediate;

    Wrong(String kind, Severity severity, boolean immediate) {
      this.kind = kind;
      this.severity = severity;
      this.immediate = immediate;
    }

    boolean alarms() {
      return severity.compareTo(Severity.WARNING) >= 0;
    }
  }

  @Provide
  Arbitrary<List<Poll>> polls() {
    Arbitrary<Wrong> wrong =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.just(Wrong.NOTHING)), Tuple.of(2, Arbitraries.of(Wrong.class)));
    Arbitrary<Boolean> looked = Arbitraries.frequency(Tuple.of(5, true), Tuple.of(1, false));
    return Combinators.combine(looked, wrong.list().ofSize(SLOTS))
        .as(Poll::new)
        .list()
        .ofMaxSize(120);
  }

  @Property
  void should_resolve_only_what_fires_and_begin_only_what_does_not(
      @ForAll("polls") List<Poll> polls) {
    Set<Subject> firing = new HashSet<>();
    for (AlertMessage message : run(polls)) {
      boolean changed =
          switch (message.reason()) {
            case NEW -> firing.add(message.subject());
            case RESOLVED -> firing.remove(message.subject());
            case ESCALATED, CHANGED, REPEATED -> firing.contains(message.subject());
          };
      assertThat(changed).as("%s of %s", message.reason(), message.subject()).isTrue();
    }
  }

  @Property
  void should_never_tell_the_same_twice_without_a_resolve_or_the_interval_in_between(
      @ForAll("polls") List<Poll> polls) {
    Map<Subject, Instant> begun = new HashMap<>();
    Map<Subject, Set<String>> kinds = new HashMap<>();
    Map<Subject, Finding> mostUrgent = new HashMap<>();
    for (AlertMessage message : run(polls)) {
      Subject subject = message.subject();
      Finding finding = message.finding();
      switch (message.reason()) {
        case RESOLVED -> begun.remove(subject);
        case NEW, REPEATED -> {
          Instant before = begun.put(subject, message.at());
          if (before != null) {
            assertThat(Duration.between(before, message.at())).isGreaterThanOrEqualTo(REPEAT);
          }
          kinds.put(subject, new HashSet<>(Set.of(finding.kind())));
          mostUrgent.put(subject, finding);
        }
        case ESCALATED -> {
          assertThat(Finding.BY_URGENCY.compare(finding, mostUrgent.put(subject, finding)))
              .isPositive();
          kinds.get(subject).add(finding.kind());
        }
        case CHANGED -> assertThat(kinds.get(subject).add(finding.kind())).isTrue();
      }
    }
  }

  @Property
  void should_have_resolved_everything_when_nothing_is_wrong_for_long_enough(
      @ForAll("polls") List<Poll> polls) {
    List<Poll> quiet = new ArrayList<>(polls);
    for (int look = 0; look < Alert.LOOKS_TO_RESOLVE; look++) {
      quiet.add(new Poll(true, List.of(Wrong.NOTHING, Wrong.NOTHING)));
    }
    List<AlertMessage> messages = run(quiet);

    assertThat(count(messages, Reason.RESOLVED)).isEqualTo(count(messages, Reason.NEW));
  }

  /** The plainest statement of what begins an alert, read off the polls themselves. */
  @Property
  void should_begin_exactly_when_two_looks_in_a_row_or_one_grave_one_say_so(
      @ForAll("polls") List<Poll> polls) {
    for (int slot = 0; slot < SLOTS; slot++) {
      Subject subject = new Subject("main", "slot" + slot);
      List<Instant> expected = new ArrayList<>();
      boolean firing = false;
      int alarms = 0;
      int clear = 0;
      for (int poll = 0; poll < polls.size(); poll++) {
        if (!polls.get(poll).looked()) {
          continue;
        }
        Wrong wrong = polls.get(poll).slots().get(slot);
        alarms = wrong.alarms() ? alarms + 1 : 0;
        clear = wrong.alarms() ? 0 : clear + 1;
        if (!firing && (alarms >= 2 || (alarms >= 1 && wrong.immediate))) {
          firing = true;
          expected.add(at(poll));
        }
        firing = firing && clear < 3;
      }
      assertThat(run(polls))
          .filteredOn(message -> message.reason() == Reason.NEW)
          .filteredOn(message -> message.subject().equals(subject))
          .extracting(AlertMessage::at)
          .isEqualTo(expected);
    }
  }

  private static long count(List<AlertMessage> messages, Reason reason) {
    return messages.stream().filter(message -> message.reason() == reason).count();
  }

  private static Instant at(int poll) {
    return BEGIN.plus(STEP.multipliedBy(poll));
  }

  private static List<AlertMessage> run(List<Poll> polls) {
    AlertBook book = new AlertBook(Severity.WARNING, REPEAT);
    List<AlertMessage> messages = new ArrayList<>();
    for (int poll = 0; poll < polls.size(); poll++) {
      boolean looked = polls.get(poll).looked();
      List<Finding> findings = looked ? findings(polls.get(poll).slots()) : List.of();
      messages.addAll(book.see(new Sighting(at(poll), "main", looked, findings)));
    }
    return messages;
  }

  private static List<Finding> findings(List<Wrong> slots) {
    List<Finding> findings = new ArrayList<>();
    for (int slot = 0; slot < slots.size(); slot++) {
      Wrong wrong = slots.get(slot);
      findings.add(
          new Finding(
              new Subject("main", "slot" + slot),
              wrong.kind,
              wrong.severity,
              wrong.immediate,
              "",
              List.of(),
              null));
    }
    return findings;
  }
}
