package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;

/** Open and large transactions. */
@OnServers
class CatalogueTransactionsIT extends CatalogueServer {

  private static final Duration GENEROUS = Duration.ofSeconds(30);

  private int looks;

  /** The checkpoint logs the running transactions, by which a slot gives WAL free. */
  private void othersWriteAndCheckpoint() throws SQLException {
    othersWrite(2);
    if (looks++ % 4 == 0) {
      Sql.run(own(), "CHECKPOINT");
    }
  }

  @Test
  @Catalogue(
      cases = 24,
      how = "a transaction in another database has written and stays open; the consumer confirms",
      verdict = Verdict.TRANSACTION_PINNED,
      severity = Severity.WARNING,
      cause = "[neighbour]",
      held = "PT15M")
  void should_name_the_transaction_that_pins_from_another_database() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS);
        Connection other = server.dataSource("neighbour").getConnection()) {
      Course course = course();
      other.setAutoCommit(false);
      Sql.run(other, "CREATE TABLE IF NOT EXISTS written (id int)");
      SlotAssessment pinned = course.until(this::othersWriteAndCheckpoint);
      assertThat(pinned.sample().use().active()).isTrue();
      other.rollback();
      stage.await(
          "the release",
          SLOT,
          slot -> {
            write();
            return slot.judgement().severity() == Severity.OK;
          });
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  void should_pin_nothing_when_the_open_transaction_only_reads() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS);
        Connection other = server.dataSource("neighbour").getConnection()) {
      other.setAutoCommit(false);
      Sql.run(other, "SELECT count(*) FROM pg_class");
      for (int look = 0; look < 65; look++) {
        othersWriteAndCheckpoint();
        assertThat(stage.look(SLOT).judgement(Verdict.TRANSACTION_PINNED)).isEmpty();
      }
      assertThat(consumer.failure()).isNull();
    }
  }

  private void write() {
    try {
      othersWriteAndCheckpoint();
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  @Test
  @Catalogue(
      cases = {},
      how = "a prepared transaction that no session holds",
      verdict = Verdict.TRANSACTION_PINNED,
      severity = Severity.WARNING,
      cause = "[forgotten]",
      held = "PT15M")
  void should_name_the_prepared_transaction_that_pins() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      Course course = course();
      Sql.run(
          server,
          "BEGIN; SELECT pg_logical_emit_message(true, 'neighbour', 'x');"
              + " PREPARE TRANSACTION 'forgotten'");
      course.until(this::othersWriteAndCheckpoint);
      assertThat(consumer.failure()).isNull();
    } finally {
      Sql.run(server, "ROLLBACK PREPARED 'forgotten'");
    }
  }

  @Test
  @Catalogue(
      cases = {},
      how = "an open transaction, seen by a role that may not see when it began",
      verdict = Verdict.TRANSACTION_PINNED,
      severity = Severity.WARNING,
      cause = "may not see",
      held = "PT15M")
  void should_warn_of_a_transaction_that_it_may_not_see() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS);
        Connection other = server.connect()) {
      Course course = course(StagePlan.USUAL.as("plain"));
      other.setAutoCommit(false);
      Sql.run(other, "SELECT pg_logical_emit_message(true, 'neighbour', 'x')");
      course.until(this::othersWriteAndCheckpoint);
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = 25,
      how = "an open transaction of 15,000 rows is spilled to disk (work memory 64 kB)",
      verdict = Verdict.GIANT_TRANSACTION,
      severity = Severity.INFO,
      cause = "too large for memory",
      held = "PT1M")
  void should_find_a_giant_transaction_while_it_is_still_open() throws Exception {
    server.set("logical_decoding_work_mem", "64kB");
    try (Consumer consumer = consume(Manner.CONFIRMS);
        Connection writer = server.connect()) {
      stage.await("a consumer", SLOT, slot -> slot.sample().sender().value().isPresent());
      writer.setAutoCommit(false);
      Course course = course();
      othersWrite();
      awaitConfirmed();
      consumer.set(Manner.TAKES);
      SlotAssessment giant = course.until(() -> spill(writer));
      assertThat(giant.judgement().evidence())
          .filteredOn(number -> number.name().equals("spilled_bytes"))
          .singleElement()
          .satisfies(number -> assertThat(number.value()).isPositive());
      writer.commit();
      assertThat(consumer.failure()).isNull();
    } finally {
      server.set("logical_decoding_work_mem", "64MB");
    }
  }

  private void spill(Connection writer) throws SQLException {
    String spilled = "SELECT spill_bytes FROM pg_stat_replication_slots";
    String before = Sql.ask(server, spilled);
    Sql.run(
        writer, "INSERT INTO outbox (payload) SELECT '{}'::jsonb FROM generate_series(1, 3000)");
    Wait.require("decoding to spill", GENEROUS, () -> !Sql.ask(server, spilled).equals(before));
  }

  @Test
  @Catalogue(
      cases = 27,
      how = "a slot is being made while a transaction is open, and waits for its end",
      verdict = Verdict.TRANSACTION_PINNED,
      severity = Severity.WARNING,
      cause = "being made",
      held = "PT3M")
  void should_name_the_transaction_that_the_making_of_a_slot_waits_for() throws Exception {
    Sql.run(server, "SELECT pg_drop_replication_slot('outbox')");
    try (Connection other = server.dataSource("neighbour").getConnection()) {
      other.setAutoCommit(false);
      Course course = course();
      Sql.run(other, "CREATE TABLE IF NOT EXISTS written (id int)");
      CompletableFuture<Void> making = CompletableFuture.runAsync(this::make);
      awaitSlot();
      SlotAssessment said = course.until();
      assertThat(said.sample().holds().confirmed()).isNull();
      assertThat(making).isNotDone();
      other.rollback();
      making.join();
      assertThat(stage.look(SLOT).judgement().severity()).isLessThan(Severity.WARNING);
    }
  }

  private void make() {
    try {
      createSlot();
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  private void awaitSlot() {
    Wait.require(
        "the slot to be in the making",
        GENEROUS,
        () -> Sql.ask(server, "SELECT active FROM pg_replication_slots").equals("t"));
  }
}
