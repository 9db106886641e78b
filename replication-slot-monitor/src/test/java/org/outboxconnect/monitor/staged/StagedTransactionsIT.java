package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Scene.says;
import static org.outboxconnect.monitor.verdict.Severity.INFO;
import static org.outboxconnect.monitor.verdict.Severity.OK;
import static org.outboxconnect.monitor.verdict.Severity.WARNING;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;

/** Open transactions on a real server, and what the core says of the slot that they pin. */
abstract class StagedTransactionsIT extends StagedServer {

  StagedTransactionsIT(int major) {
    super(major);
  }

  @Test
  void should_find_the_transaction_when_one_has_written_in_another_database() throws Exception {
    try (Stage hurried = stage(withTransactionWarning(Duration.ofSeconds(1)));
        Consumer consumer = Consumer.of(server, Manner.CONFIRMS);
        Connection other = server.dataSource("neighbour").getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, "CREATE TABLE IF NOT EXISTS written (id int)");
      SlotAssessment pinned =
          hurried.await(
              "the pin",
              SLOT,
              slot -> {
                fillAndCheckpoint();
                return says(Verdict.TRANSACTION_PINNED, WARNING).test(slot);
              });
      assertThat(pinned.judgement().cause()).contains("[neighbour]");
      assertThat(pinned.sample().use().active()).isTrue();
      other.rollback();
      hurried.await(
          "the release",
          SLOT,
          slot -> {
            fillAndCheckpoint();
            return slot.judgement().severity() == OK;
          });
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  void should_find_the_prepared_transaction_that_no_session_holds() throws Exception {
    try (Stage hurried = stage(withTransactionWarning(Duration.ofSeconds(1)));
        Consumer consumer = Consumer.of(server, Manner.CONFIRMS)) {
      Sql.run(
          server,
          "BEGIN; SELECT pg_logical_emit_message(true, 'neighbour', 'x');"
              + " PREPARE TRANSACTION 'forgotten'");
      SlotAssessment pinned =
          hurried.await(
              "the pin",
              SLOT,
              slot -> {
                fillAndCheckpoint();
                return says(Verdict.TRANSACTION_PINNED, WARNING).test(slot);
              });
      assertThat(pinned.judgement().cause()).contains("[forgotten]");
      assertThat(consumer.failure()).isNull();
    } finally {
      Sql.run(server, "ROLLBACK PREPARED 'forgotten'");
    }
  }

  @Test
  void should_pin_nothing_when_the_open_transaction_only_reads() throws Exception {
    try (Stage hurried = stage(withTransactionWarning(Duration.ofSeconds(1)));
        Consumer consumer = Consumer.of(server, Manner.CONFIRMS);
        Connection other = server.dataSource("neighbour").getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, "SELECT count(*) FROM pg_class");
      for (int look = 0; look < 30; look++) {
        fillAndCheckpoint();
        assertThat(hurried.look(SLOT).judgement(Verdict.TRANSACTION_PINNED)).isEmpty();
      }
      assertThat(consumer.failure()).isNull();
    }
  }

  private void fillAndCheckpoint() {
    try {
      Sql.fill(server, 2);
      Sql.run(server, "CHECKPOINT"); // it logs the running transactions
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private static Thresholds withTransactionWarning(Duration warning) {
    Thresholds usual = Thresholds.DEFAULTS;
    return new Thresholds(
        usual.silentWarning(),
        usual.silentCritical(),
        usual.inactiveWarning(),
        usual.inactiveCritical(),
        usual.waitingCritical(),
        usual.confirmFlat(),
        warning,
        usual.giantInfo(),
        usual.giantWarning(),
        usual.trendWindow(),
        usual.shortestTrend(),
        usual.gapFor(),
        usual.exhaustionCritical(),
        usual.exhaustionWarning(),
        usual.retainedWarningBytes(),
        usual.horizonWarning(),
        usual.horizonCritical(),
        usual.checkpointStalled(),
        usual.roleChangeGrace(),
        usual.unusedWarning());
  }

  @Test
  void should_find_a_giant_transaction_while_it_is_still_open() throws Exception {
    server.set("logical_decoding_work_mem", "64kB");
    try (Consumer consumer = Consumer.of(server, Manner.TAKES);
        Connection writer = server.connect()) {
      stage.await("a consumer", SLOT, slot -> slot.sample().sender().value().isPresent());
      writer.setAutoCommit(false);
      SlotAssessment giant = lookWhileWriting(writer);

      assertThat(giant).matches(says(Verdict.GIANT_TRANSACTION, INFO));
      assertThat(giant.judgement().evidence())
          .filteredOn(number -> number.name().equals("spilled_bytes"))
          .singleElement()
          .satisfies(number -> assertThat(number.value()).isPositive());
      writer.commit();
      consumer.set(Manner.CONFIRMS);
      stage.await("recovery", SLOT, slot -> slot.judgement().severity() == OK);
      assertThat(consumer.failure()).isNull();
    } finally {
      server.set("logical_decoding_work_mem", "64MB");
    }
  }

  /** Six looks, a minute and a quarter of the test's time; more is spilled before each. */
  private SlotAssessment lookWhileWriting(Connection writer) throws SQLException {
    String spilled = "SELECT spill_bytes FROM pg_stat_replication_slots";
    SlotAssessment last = stage.look(SLOT);
    for (int look = 0; look < 5; look++) {
      String before = Sql.ask(server, spilled);
      Sql.run(
          writer, "INSERT INTO outbox (payload) SELECT '{}'::jsonb FROM generate_series(1, 3000)");
      Wait.require(
          "decoding to spill",
          Duration.ofSeconds(30),
          () -> !Sql.ask(server, spilled).equals(before));
      last = stage.look(SLOT);
    }
    return last;
  }
}
