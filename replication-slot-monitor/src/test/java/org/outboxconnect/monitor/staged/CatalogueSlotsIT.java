package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.ChangedThresholds.with;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;

/** Lost slots, silent gaps, horizons, publications, and what Kafka Connect has given up. */
@OnServers
class CatalogueSlotsIT extends CatalogueServer {

  private static final Duration GENEROUS = Duration.ofSeconds(30);
  private static final long SCALED_HORIZON = 2_000;

  @Test
  @Catalogue(
      cases = {22, 35},
      how =
          "WAL is written beyond max_slot_wal_keep_size (32 MB) until a checkpoint removes what the"
              + " slot needs; Kafka Connect says RUNNING",
      verdict = Verdict.SLOT_LOST,
      severity = Severity.CRITICAL,
      cause = "nobody can read from it again")
  void should_say_lost_and_show_no_lag_when_the_server_has_removed_the_wal() throws Exception {
    stage.connect(SLOT, connector("RUNNING", null));
    Course course = course();
    lose();
    SlotAssessment lost = course.until();
    assertThat(lost.sample().wal().status()).isEqualTo(WalStatus.LOST);
    assertThat(lost.lag()).isNull();
    assertThat(lost.headroom().room()).isNull();
    assertThat(lost.judgement().evidence()).isEmpty();
  }

  private void lose() throws SQLException {
    server.set("max_slot_wal_keep_size", "32MB");
    othersWrite(120);
    Sql.run(server, "CHECKPOINT");
    requireAnswer("SELECT wal_status = 'lost' FROM pg_replication_slots");
  }

  private void requireAnswer(String query) {
    Wait.require(query, GENEROUS, () -> Sql.ask(server, query).equals("t"));
  }

  @Test
  @Catalogue(
      cases = 28,
      how = "the slot is dropped and made anew; Kafka Connect keeps the old position",
      verdict = Verdict.GAP,
      severity = Severity.CRITICAL,
      cause = "made anew",
      held = "PT1M")
  void should_find_the_gap_when_the_slot_was_made_anew() throws Exception {
    Lsn confirmed = stage.look(SLOT).sample().holds().confirmed();
    stage.connect(SLOT, connector("RUNNING", confirmed));
    Course course = course();
    othersWrite();
    Sql.run(server, "SELECT pg_drop_replication_slot('outbox')");
    createSlot();
    SlotAssessment said = course.until();
    assertThat(said.sample().holds().confirmed()).isGreaterThan(confirmed);
  }

  @Test
  @Catalogue(
      cases = 19,
      how =
          "a consumer confirms all; of its connector Kafka Connect says RUNNING, of its task FAILED",
      verdict = Verdict.TASK_FAILED,
      severity = Severity.CRITICAL,
      cause = "given up")
  void should_say_failed_when_the_slot_looks_perfect() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.connect(SLOT, connector("RUNNING", null));
      Course course = course();
      stage.connect(SLOT, connector("FAILED", null));
      course.until();
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = 23,
      how = "the server is killed and comes back, its consumer doesn't; its task is FAILED",
      verdict = Verdict.TASK_FAILED,
      severity = Severity.CRITICAL,
      cause = "given up")
  void should_say_failed_when_the_consumer_did_not_survive_the_server() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.connect(SLOT, connector("RUNNING", null));
      Course course = course();
      server.kill();
      server.start();
      requireEnded(consumer);
      stage.connect(SLOT, connector("FAILED", null));
      SlotAssessment said = course.until();
      assertThat(said.sample().use().active()).isFalse();
    }
  }

  private static void requireEnded(Consumer consumer) {
    Wait.require("the consumer's end", GENEROUS, () -> consumer.failure() != null);
  }

  @Test
  @Catalogue(
      cases = 34,
      how = "nobody reads a logical slot while transactions go by (the limit is scaled to 2,000)",
      verdict = Verdict.HORIZON,
      severity = Severity.WARNING,
      cause = "from vacuum")
  void should_warn_of_the_horizon_that_a_forgotten_slot_holds() throws Exception {
    Course course = course(StagePlan.USUAL.with(with("horizonWarning", SCALED_HORIZON)));
    Sql.useTransactionIds(server, SCALED_HORIZON);
    SlotAssessment said = course.until();
    assertThat(said.sample().holds().catalogXminAge()).isGreaterThanOrEqualTo(SCALED_HORIZON);
  }
}
