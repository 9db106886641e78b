package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.monitor.ChangedThresholds.with;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.forecast.Limit;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;

/** Nobody consumes. */
@OnServers
class CatalogueNobodyIT extends CatalogueServer {

  @Test
  @Catalogue(
      cases = 1,
      how =
          "a physical slot that reserves WAL and that no replica streams from, while others write",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.WARNING,
      cause = "No consumer",
      held = "PT5M")
  void should_warn_when_a_replica_has_left_its_slot() throws Exception {
    Sql.run(server, "SELECT pg_create_physical_replication_slot('replica', true)");
    Course course = course(StagePlan.USUAL.expecting("replica"), "replica");
    othersWriteMuch();
    SlotAssessment said = course.until(this::othersWrite);
    assertThat(said.sample().identity().logical()).isFalse();
  }

  @Test
  @Catalogue(
      cases = 2,
      how = "a consumer leaves and is refused when it comes back: its password is another one now",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.WARNING,
      cause = "No consumer",
      held = "PT5M")
  void should_warn_when_the_consumer_may_not_log_in_any_more() throws Exception {
    Sql.run(server, "CREATE ROLE relay LOGIN REPLICATION PASSWORD 'old'");
    try (Consumer consumer = Consumer.of(server, "relay", "old", Manner.CONFIRMS)) {
      Course course = course();
      consumer.leave(server);
      Sql.run(server, "ALTER ROLE relay PASSWORD 'new'");
      othersWriteMuch();
      course.until(
          () -> {
            othersWrite();
            assertThatThrownBy(() -> Consumer.of(server, "relay", "old", Manner.CONFIRMS))
                .isInstanceOfSatisfying(
                    SQLException.class,
                    refused -> assertThat(refused.getSQLState()).isEqualTo("28P01"));
          });
    } finally {
      Sql.run(server, "DROP ROLE relay");
    }
  }

  @Test
  @Catalogue(
      cases = {4, 6},
      how = "a logical slot that its consumer has left for good, while others write",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.CRITICAL,
      cause = "No consumer",
      held = "PT30M")
  void should_be_critical_when_nobody_has_come_back_for_half_an_hour() throws Exception {
    Course course = course();
    othersWriteMuch();
    SlotAssessment said = course.until(this::othersWrite);
    assertThat(said.lag()).isGreaterThan(Duration.ofMinutes(29));
  }

  @Test
  @Catalogue(
      cases = 5,
      how =
          "a consumer is connected and idle while others write more than the limit (scaled to 64"
              + " MiB), and the server sets none",
      verdict = Verdict.IDLE_PINNED,
      severity = Severity.WARNING,
      cause = "quiet",
      held = "PT15M")
  void should_warn_of_retained_bytes_when_everything_else_is_green() throws Exception {
    StagePlan plan = StagePlan.USUAL.with(with("retainedWarningBytes", 64L << 20));
    try (Consumer consumer = consume(Manner.TAKES)) {
      Course course = course(plan);
      othersWrite(70);
      awaitDecoded();
      SlotAssessment said = course.until(this::othersWrite);
      assertThat(said.sample().use().active()).isTrue();
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = 7,
      how =
          "nobody consumes, and at this rate the WAL volume (its size is configured) is full in 2 hours",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.CRITICAL,
      cause = "No consumer",
      held = "PT15M")
  void should_be_critical_when_the_volume_is_full_within_four_hours() throws Exception {
    long used = Long.parseLong(Sql.ask(server, "SELECT sum(size)::int8 FROM pg_ls_waldir()"));
    Course course = course(StagePlan.USUAL.with(new Limits(used + (540L << 20), null)));
    othersWriteMuch();
    SlotAssessment said = course.until(this::othersWrite);
    assertThat(said.forecast().limit()).isEqualTo(Limit.WAL_VOLUME);
    assertThat(said.forecast().timeToExhaustionSeconds()).isBetween(3_600.0, 4 * 3_600.0);
  }

  @Test
  @Catalogue(
      cases = {8, 31},
      how = "all slots are dropped, as a cluster manager or an upgrade does",
      verdict = Verdict.SLOT_MISSING,
      severity = Severity.CRITICAL,
      cause = "not there")
  void should_be_critical_at_once_when_the_slot_was_dropped() throws Exception {
    Course course = course();
    Sql.run(server, "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots");
    course.until();
    createSlot();
    assertThat(stage.look(SLOT).judgement().severity()).isLessThan(Severity.WARNING);
  }

  @Test
  @Catalogue(
      cases = 36,
      how = "nobody consumes, and the provider's rule (2 hours, configured) removes the slot soon",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.CRITICAL,
      cause = "No consumer",
      held = "PT5M")
  void should_be_critical_when_the_provider_is_about_to_remove_the_slot() throws Exception {
    Course course = course(StagePlan.USUAL.with(new Limits(null, Duration.ofHours(2))));
    SlotAssessment said = course.until();
    assertThat(said.forecast().limit()).isEqualTo(Limit.PROVIDER_RULE);
  }
}
