package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DemoIT {

  @Test
  void should_end_good_when_the_worker_is_killed_half_way() {
    RunDemo run = RunDemo.with(DemoParts.sound(), "--events", "1000");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.GOOD);
    assertThat(run.out())
        .matches(
            "RESULT written=1000 delivered=1000 applied=1000 lost=0 duplicates_applied=0"
                + " out_of_order=0 outbox_rows=0 redelivered=\\d+ outage_ms=\\d+"
                + " p50_ms=\\d+\\.\\d p99_ms=\\d+\\.\\d\\R");
    // Nobody is back within a second: a smaller figure would be that of a record of the dead
    // worker.
    assertThat(run.count("outage_ms")).isGreaterThan(1000);
  }

  @Test
  @Tag("ci")
  void should_keep_each_event_when_the_mode_is_retained() {
    RunDemo run = RunDemo.with(DemoParts.sound(), "--events", "1000", "--mode", "retained");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.GOOD);
    assertThat(run.count("applied")).isEqualTo(1000);
    assertThat(run.count("outbox_rows")).isEqualTo(1000);
    assertThat(run.count("outage_ms")).isGreaterThan(1000);
  }
}
