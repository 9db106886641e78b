package org.outboxconnect.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.alert.Polls.slot;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SightingsTest {

  private final Polls main = new Polls("main", 1);
  private final Polls other = new Polls("other", 2);
  private final Sightings sightings = new Sightings();

  @Test
  void should_say_nothing_when_nothing_was_polled_yet() {
    assertThat(sightings.of(main.status())).isEmpty();
  }

  @Test
  void should_find_each_slot_and_whether_it_is_grave() {
    main.succeed(
        slot("a", Verdict.SLOT_LOST, Severity.CRITICAL),
        slot("b", Verdict.NO_CONSUMER, Severity.CRITICAL),
        slot("c", Verdict.HEALTHY, Severity.OK));

    assertThat(sightings.of(main.status()))
        .singleElement()
        .satisfies(
            sighting -> {
              assertThat(sighting.looked()).isTrue();
              assertThat(sighting.findings())
                  .extracting(finding -> finding.subject() + " " + finding.kind())
                  .containsExactlyInAnyOrder(
                      "slot a of server main slot_lost",
                      "slot b of server main no_consumer",
                      "slot c of server main healthy");
              assertThat(sighting.findings())
                  .filteredOn(Finding::immediate)
                  .extracting(Finding::kind)
                  .containsExactly("slot_lost");
            });
  }

  @Test
  void should_count_a_poll_once_when_polls_of_another_server_bring_further_statuses() {
    main.succeed(slot(Verdict.LAGGING, Severity.WARNING));
    assertThat(sightings.of(main.status())).hasSize(1);

    for (int poll = 0; poll < 3; poll++) {
      assertThat(sightings.of(other.succeed().status(main.server())))
          .extracting(Sighting::server)
          .containsExactly("other");
    }
  }

  @Test
  void should_pass_over_a_status_that_is_older_than_one_seen_before() {
    main.succeed();
    ServerStatus older = main.server();
    main.succeed();
    assertThat(sightings.of(main.status())).hasSize(1);

    assertThat(sightings.of(other.status(older))).isEmpty();
  }

  @Test
  void should_not_look_at_slots_when_the_poll_failed() {
    main.succeed(slot(Verdict.SLOT_LOST, Severity.CRITICAL));
    sightings.of(main.status());

    assertThat(sightings.of(main.fail().status()))
        .containsExactly(new Sighting(main.now(), "main", false, List.of()));
  }

  @Test
  void should_find_the_server_unreachable_when_it_is_stale() {
    main.succeed();
    for (int poll = 1; poll <= ServerStatus.STALE_INTERVALS; poll++) {
      assertThat(sightings.of(main.fail().status())).flatExtracting(Sighting::findings).isEmpty();
    }

    assertThat(sightings.of(main.fail().status()))
        .flatExtracting(Sighting::findings)
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found).returns("server_unreachable", Finding::kind);
              assertThat(found.cause())
                  .isEqualTo("No poll has succeeded for 60 s: FAILED 08001 refused");
            });
    assertThat(sightings.of(main.succeed().status())).flatExtracting(Sighting::findings).isEmpty();
  }

  @Test
  void should_find_the_server_unreachable_when_it_never_answered() {
    for (int poll = 1; poll < ServerStatus.STALE_INTERVALS; poll++) {
      assertThat(sightings.of(main.fail().status())).flatExtracting(Sighting::findings).isEmpty();
    }

    assertThat(sightings.of(main.fail().status()))
        .flatExtracting(Sighting::findings)
        .extracting(Finding::cause)
        .containsExactly("No poll has succeeded yet: FAILED 08001 refused");
  }
}
