package org.outboxconnect.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.alert.AlertMessage.Reason;
import org.outboxconnect.monitor.verdict.Severity;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UndeliveredTest {

  private final Undelivered undelivered = new Undelivered(2);

  @Test
  void should_keep_the_newest_of_each_subject_in_the_place_of_the_first() throws Exception {
    undelivered.add(message("a", Reason.NEW));
    undelivered.add(message("b", Reason.NEW));
    undelivered.add(message("a", Reason.RESOLVED));

    assertThat(take()).isEqualTo("a RESOLVED");
    assertThat(take()).isEqualTo("b NEW");
  }

  @Test
  void should_drop_the_oldest_and_say_so_when_it_is_full() throws Exception {
    assertThat(undelivered.add(message("a", Reason.NEW))).isTrue();
    assertThat(undelivered.add(message("b", Reason.NEW))).isTrue();
    assertThat(undelivered.add(message("c", Reason.NEW))).isFalse();

    assertThat(take()).isEqualTo("b NEW");
    assertThat(take()).isEqualTo("c NEW");
  }

  @Test
  void should_keep_a_newer_message_when_the_one_that_it_replaced_is_delivered() throws Exception {
    undelivered.add(message("a", Reason.NEW));
    AlertMessage onItsWay = undelivered.awaitFirst();
    undelivered.add(message("a", Reason.RESOLVED));

    undelivered.remove(onItsWay);

    assertThat(take()).isEqualTo("a RESOLVED");
  }

  private String take() throws InterruptedException {
    AlertMessage first = undelivered.awaitFirst();
    undelivered.remove(first);
    return first.subject().slot() + " " + first.reason();
  }

  private static AlertMessage message(String slot, Reason reason) {
    Finding finding =
        new Finding(
            new Subject("main", slot), "lagging", Severity.WARNING, false, "", List.of(), null);
    return new AlertMessage(reason, finding, Instant.EPOCH, Instant.EPOCH);
  }
}
