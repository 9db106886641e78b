package org.outboxconnect.monitor.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.config.CanaryConfig;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.status.CanaryStatus;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SlotCanaryTest {

  private static final CanaryConfig CONFIG =
      new CanaryConfig(Duration.ofSeconds(60), Set.of(Look.SLOT), "canary", null);

  private final Look look = new Look();
  private final List<Instant> written = new ArrayList<>();
  private Reading<Lsn> refusal;
  private final SlotCanary canary =
      new SlotCanary("orders", CONFIG, this::emit, () -> look.now, new NoArrivals(null));

  private Reading<Lsn> emit(String prefix, String text) {
    assertThat(prefix).isEqualTo("canary");
    assertThat(text).startsWith("canary").hasSize(42);
    if (refusal != null) {
      return refusal;
    }
    written.add(look.now);
    Lsn position = new Lsn(look.head + 8);
    look.write(200);
    return Reading.known(position);
  }

  private CanaryStatus next(Duration step) {
    look.now = look.now.plus(step);
    canary.after(look.sample());
    return status();
  }

  private CanaryStatus status() {
    assertThat(canary.statuses()).hasSize(1);
    return canary.statuses().get(0);
  }

  @Test
  void should_know_nothing_before_the_first_look() {
    assertThat(status())
        .isEqualTo(new CanaryStatus("orders", Look.SLOT, null, null, Duration.ZERO, null, null));
  }

  @Test
  void should_write_at_its_interval_only() {
    for (int index = 0; index < 9; index++) {
      next(Duration.ofSeconds(15));
    }

    assertThat(written)
        .hasSize(3)
        .satisfies(
            times ->
                assertThat(Duration.between(times.get(0), times.get(1)))
                    .isEqualTo(Duration.ofSeconds(60)));
  }

  @Test
  void should_measure_until_the_look_that_shows_the_confirmation() {
    next(Duration.ofSeconds(15));
    CanaryStatus waiting = next(Duration.ofSeconds(15));
    assertThat(waiting.confirmedAfter()).isNull();
    assertThat(waiting.waiting()).isEqualTo(Duration.ofSeconds(15));

    look.confirm();
    CanaryStatus confirmed = next(Duration.ofSeconds(15));
    assertThat(confirmed.confirmedAfter()).isEqualTo(Duration.ofSeconds(30));
    assertThat(confirmed.waiting()).isZero();
    assertThat(confirmed.written()).isEqualTo(written.get(0));
    assertThat(confirmed.problem()).isNull();
  }

  @Test
  void should_count_the_wait_of_the_oldest_message_up_to_now_when_nobody_consumes() {
    for (int index = 0; index < 500; index++) {
      next(Duration.ofSeconds(60));
    }
    Instant first = written.get(0);
    look.now = look.now.plusSeconds(7);

    assertThat(written).hasSize(500);
    assertThat(status().waiting()).isEqualTo(Duration.between(first, look.now));
    look.confirm();
    assertThat(next(Duration.ofSeconds(1)).waiting()).isZero();
    assertThat(status().confirmedAfter()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void should_not_count_as_confirmed_what_is_confirmed_only_up_to_the_message() {
    next(Duration.ofSeconds(15));
    look.confirmed = look.head - 200 + 7; // the message stands at 8

    assertThat(next(Duration.ofSeconds(15)).confirmedAfter()).isNull();
    look.confirmed = look.head - 200 + 8;
    assertThat(next(Duration.ofSeconds(15)).confirmedAfter()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void should_write_nothing_and_wait_for_nothing_on_a_standby() {
    next(Duration.ofSeconds(15));
    look.standby = true;

    CanaryStatus status = next(Duration.ofSeconds(60));
    assertThat(written).hasSize(1);
    assertThat(status.waiting()).isZero();
    assertThat(status.problem()).contains("standby");
    look.standby = false;
    assertThat(next(Duration.ofSeconds(60)).problem()).isNull();
    assertThat(written).hasSize(2);
  }

  @Test
  void should_wait_for_no_message_that_the_server_does_not_have() {
    next(Duration.ofSeconds(15));
    look.head -= 10 * Look.MB; // an older backup
    look.confirmed = look.head;

    assertThat(next(Duration.ofSeconds(15)).waiting()).isZero();
  }

  @Test
  void should_say_why_and_try_again_at_the_next_look_when_it_cannot_write() {
    refusal = Reading.unknown(Reason.TIMED_OUT, "57014: canceled");

    assertThat(next(Duration.ofSeconds(15)).problem())
        .isEqualTo("The message could not be written: 57014: canceled");
    refusal = null;
    assertThat(next(Duration.ofSeconds(15)).problem()).isNull();
    assertThat(written).hasSize(1);
  }

  @Test
  void should_say_why_when_the_slot_cannot_confirm() {
    look.logical = false;
    assertThat(next(Duration.ofSeconds(1)).problem()).contains("physical");
    look.logical = true;
    look.lose();
    assertThat(next(Duration.ofSeconds(1)).problem()).contains("lost");
    look.present = false;
    assertThat(next(Duration.ofSeconds(1)).problem()).contains("not there");
  }
}
