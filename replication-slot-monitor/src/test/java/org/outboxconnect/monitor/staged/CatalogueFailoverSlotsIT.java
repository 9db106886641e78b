package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.ChangedThresholds.with;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;

/** Slots that a standby has to do with: PostgreSQL 17 and later. */
@Tag("ci")
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {17, 18})
class CatalogueFailoverSlotsIT extends StandbyServers {

  private static final long SCALED_HORIZON = 2_000;

  CatalogueFailoverSlotsIT(int major) {
    super(major);
  }

  @Test
  @Catalogue(
      cases = 9,
      how = "a logical slot on a standby is no copy of the primary's, and nobody uses it",
      verdict = Verdict.UNKNOWN,
      severity = Severity.WARNING,
      cause = "no copy of the primary's",
      held = "PT5M",
      on = "17, 18")
  void should_warn_of_a_slot_that_was_left_on_a_standby() throws Exception {
    Course course = course(standby, StagePlan.USUAL, SLOT);
    makeOnStandby();
    SlotAssessment said = course.until();
    assertThat(said.sample().isSyncedCopy()).isFalse();
  }

  /** Making a slot on a standby waits for word from the primary. */
  private void makeOnStandby() throws Exception {
    CompletableFuture<Void> making =
        CompletableFuture.runAsync(
            () -> {
              try {
                Sql.run(standby, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
              } catch (SQLException failure) {
                throw new AssertionError(failure);
              }
            });
    require(standby, "SELECT EXISTS (SELECT FROM pg_replication_slots)");
    while (!making.isDone()) {
      Sql.run(primary, "SELECT pg_log_standby_snapshot()");
    }
    making.join();
  }

  @Test
  @Catalogue(
      cases = 18,
      how = "a failover slot waits for a standby that was killed; a second consumer is refused",
      verdict = Verdict.LAGGING,
      severity = Severity.WARNING,
      cause = "waits for a standby",
      held = "PT3M",
      on = "17, 18")
  void should_name_the_standby_that_a_failover_slot_waits_for() throws Exception {
    Sql.run(
        primary,
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput', false, false, true)");
    primary.holdFailoverSlotsFor(standby);
    String physical =
        Sql.ask(primary, "SELECT slot_name FROM pg_replication_slots WHERE slot_type = 'physical'");
    try (Consumer consumer = Consumer.of(primary, Manner.CONFIRMS)) {
      Course course = course(primary, StagePlan.USUAL.expecting(physical), SLOT);
      stage.follow(consumer);
      standby.kill();
      Sql.fill(primary, 2);
      require(
          primary,
          "SELECT bool_or(wait_event ILIKE 'WaitForStandbyConfirmation') FROM pg_stat_activity");
      SlotAssessment said = course.until();
      assertThat(said.sample().use().active()).isTrue();
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = 33,
      how =
          "a slot on a standby holds the horizon of the primary through hot_standby_feedback (the"
              + " limit is scaled to 2,000)",
      verdict = Verdict.HORIZON,
      severity = Severity.WARNING,
      cause = "from vacuum",
      on = "17, 18")
  void should_warn_of_the_horizon_that_a_standby_holds() throws Exception {
    String physical =
        Sql.ask(primary, "SELECT slot_name FROM pg_replication_slots WHERE slot_type = 'physical'");
    StagePlan plan =
        StagePlan.USUAL.expecting(physical).with(with("horizonWarning", SCALED_HORIZON));
    makeOnStandby();
    require(primary, "SELECT bool_or(catalog_xmin IS NOT NULL) FROM pg_replication_slots");
    Course course = course(primary, plan, physical);
    Sql.useTransactionIds(primary, SCALED_HORIZON);
    SlotAssessment said = course.until();
    assertThat(said.sample().identity().logical()).isFalse();
    assertThat(said.sample().holds().catalogXminAge()).isGreaterThanOrEqualTo(SCALED_HORIZON);
  }
}
