package org.outboxconnect.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.sample.DistinctServers;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.monitor.watch.Expectations;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;
import org.outboxconnect.testing.Case;

@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class StandbyProbesIT {

  private static final Duration GENEROUS = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(ints = {14, 17, 18})
  @Case("135")
  void should_read_a_standby_and_see_its_promotion_when_the_major_is(int major) throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer primary = PostgresServer.builder().major(major).start(work)) {
      Sql.run(primary, "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor");
      PostgresServer standby = primary.startStandby();
      if (major >= 17) {
        createFailoverSlot(primary);
        awaitSynced(standby);
      }
      ServerSample onPrimary = ProbesIT.sample(primary.jdbcUrl(), "monitor");
      ServerSample onStandby = ProbesIT.sample(standby.jdbcUrl(), "monitor");

      assertThat(onStandby.position().standby()).isTrue();
      assertThat(onStandby.position().head().bytes()).isPositive();
      assertThat(onStandby.around().checkpoint().value()).isPresent();
      assertThat(DistinctServers.of(List.of(onPrimary, onStandby))).hasSize(2);
      assertThat(verdict(onStandby, "elsewhere")).isEqualTo(Verdict.UNKNOWN);
      assertThat(verdict(onPrimary, "elsewhere")).isEqualTo(Verdict.SLOT_MISSING);
      if (major >= 17) {
        SlotSample copy = onStandby.slot("outbox").orElseThrow();
        assertThat(copy.isSyncedCopy()).isTrue();
        assertThat(copy.use().active()).isFalse();
        assertThat(verdict(onStandby, "outbox")).isEqualTo(Verdict.IDLE);
      }
      checkPromotion(primary, standby, onStandby);
    }
  }

  private static void createFailoverSlot(PostgresServer primary) throws Exception {
    Sql.run(
        primary,
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput', false, false, true)");
  }

  private static void awaitSynced(PostgresServer standby) {
    Wait.require(
        "the copy of the slot",
        GENEROUS,
        () ->
            Sql.ask(standby, "SELECT synced AND NOT temporary FROM pg_replication_slots")
                .equals("t"));
  }

  private static void checkPromotion(
      PostgresServer primary, PostgresServer standby, ServerSample before) throws Exception {
    ServerHistory history = new ServerHistory();
    history.add(before);
    primary.kill();
    standby.promote();
    Wait.require(
        "the checkpoint that ends recovery",
        GENEROUS,
        () ->
            ProbesIT.sample(standby.jdbcUrl(), "monitor")
                    .around()
                    .identity()
                    .value()
                    .orElseThrow()
                    .timeline()
                == 2);
    assertThat(history.add(ProbesIT.sample(standby.jdbcUrl(), "monitor")))
        .containsOnlyKeys(ServerHistory.Event.ROLE_CHANGED, ServerHistory.Event.HISTORY_DROPPED);
  }

  private static Verdict verdict(ServerSample sample, String slot) {
    ServerHistory history = new ServerHistory();
    history.add(sample);
    return new Assessor(new Expectations(Set.of(slot)), Limits.UNKNOWN, Thresholds.DEFAULTS)
        .assess(sample, history).stream()
            .filter(found -> found.slot().equals(slot))
            .map(SlotAssessment::judgement)
            .findFirst()
            .orElseThrow()
            .verdict();
  }
}
