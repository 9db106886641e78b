package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Scene.says;
import static org.outboxconnect.monitor.verdict.Severity.CRITICAL;
import static org.outboxconnect.monitor.verdict.Severity.INFO;
import static org.outboxconnect.monitor.verdict.Severity.OK;
import static org.outboxconnect.monitor.verdict.Severity.WARNING;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.Case;

/** Faults of slots and consumers, made on a real server, and what the core says of them. */
abstract class StagedSlotsIT extends StagedServer {

  StagedSlotsIT(int major) {
    super(major);
  }

  @Test
  void should_be_well_when_a_consumer_confirms_and_then_be_idle() throws Exception {
    try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS)) {
      stage.await("a consumer", SLOT, says(Verdict.HEALTHY, OK));
      Sql.run(server, "INSERT INTO outbox DEFAULT VALUES");
      stage.await("all confirmed", SLOT, slot -> slot.lag().isZero());
      SlotAssessment last = stage.look(SLOT);
      for (int look = 0; look < 16; look++) {
        last = stage.look(SLOT);
        assertThat(last.judgement().severity()).isEqualTo(OK);
      }
      assertThat(last.lag()).isZero();
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  void should_say_lost_and_show_no_lag_when_the_server_has_removed_the_wal() throws Exception {
    assertThat(stage.look(SLOT).forecast().timeToExhaustionSeconds()).isInfinite();
    server.set("max_slot_wal_keep_size", "32MB");
    Sql.fill(server, 120);
    Sql.run(server, "CHECKPOINT");

    SlotAssessment lost = stage.await("the loss", SLOT, slot -> slot.sample().isLost());

    assertThat(lost.sample().wal().status()).isEqualTo(WalStatus.LOST);
    assertThat(lost).matches(says(Verdict.SLOT_LOST, CRITICAL));
    assertThat(lost.lag()).isNull();
    assertThat(lost.headroom().room()).isNull();
    assertThat(lost.judgement().evidence()).isEmpty();
  }

  @Test
  void should_say_missing_when_somebody_drops_the_slot() throws SQLException {
    assertThat(stage.look(SLOT).judgement().verdict()).isNotEqualTo(Verdict.SLOT_MISSING);
    Sql.run(server, "SELECT pg_drop_replication_slot('outbox')");
    assertThat(stage.look(SLOT)).matches(says(Verdict.SLOT_MISSING, CRITICAL));
    createSlot();
    assertThat(stage.look(SLOT).judgement().severity()).isLessThan(WARNING);
  }

  @Test
  @Case({"137", "141"})
  void should_show_a_growing_lag_and_no_consumer_when_the_consumer_has_left() throws Exception {
    try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS)) {
      stage.await("a consumer", SLOT, slot -> slot.sample().use().active());
      consumer.leave(server);
    }
    Sql.fill(server, 17);
    SlotAssessment first = stage.look(SLOT);
    assertThat(first.judgement().severity()).isLessThan(WARNING);
    SlotAssessment before = first;
    for (int look = 1; look < 20; look++) { // up to 4:45 after the first inactive look
      Sql.fill(server, 1);
      SlotAssessment now = stage.look(SLOT);
      assertThat(now.lag()).isGreaterThan(before.lag());
      assertThat(now.judgement().severity()).isLessThan(WARNING);
      before = now;
    }
    Sql.fill(server, 1);
    assertThat(stage.look(SLOT)).matches(says(Verdict.NO_CONSUMER, WARNING));
  }

  @Test
  void should_stay_calm_when_the_consumer_has_left_and_nothing_is_written() throws SQLException {
    for (int look = 0; look < 60; look++) {
      assertThat(stage.look(SLOT).judgement().severity()).isLessThan(WARNING);
    }
  }

  @Test
  void should_tell_an_idle_pin_from_blocked_commits_by_what_comes_into_the_outbox()
      throws Exception {
    try (Consumer consumer = Consumer.of(server, Manner.TAKES)) {
      Sql.fill(server, 20);
      stage.await("all decoded", SLOT, StagedSlotsIT::isDecoded);
      assertThat(until(Verdict.IDLE_PINNED, INFO, () -> {})).isGreaterThan(8);
      assertThat(until(Verdict.COMMIT_BLOCKED, CRITICAL, this::insertEvent)).isBetween(13, 16);

      consumer.set(Manner.CONFIRMS);
      stage.await("recovery", SLOT, slot -> slot.judgement().severity() == OK);
      assertThat(consumer.failure()).isNull();
    }
  }

  private static boolean isDecoded(SlotAssessment slot) {
    return slot.sample()
        .sender()
        .value()
        .filter(
            sender -> slot.sample().holds().confirmed().plus(SEGMENT).compareTo(sender.sent()) < 0)
        .isPresent();
  }

  private void insertEvent() throws SQLException {
    String counted = "SELECT pg_stat_get_tuples_inserted('outbox'::regclass)";
    String before = Sql.ask(server, counted);
    Sql.run(server, "INSERT INTO outbox DEFAULT VALUES", "DELETE FROM outbox");
    // The test's time is faster than the server's statistics.
    Wait.require(
        "the row to be counted",
        Duration.ofSeconds(30),
        () -> !Sql.ask(server, counted).equals(before));
  }

  /** After how many looks something is said; before each something is done. */
  private int until(Verdict verdict, Severity severity, Fault fault) throws Exception {
    for (int look = 1; look < 60; look++) {
      fault.happen();
      if (says(verdict, severity).test(stage.look(SLOT))) {
        return look;
      }
    }
    throw new AssertionError("%s was never said".formatted(verdict));
  }

  private interface Fault {
    void happen() throws Exception;
  }

  @Test
  void should_find_a_frozen_consumer_while_the_server_calls_it_active() throws Exception {
    try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS)) {
      stage.await("a reply", SLOT, slot -> slot.sample().sender().value().isPresent());
      consumer.set(Manner.FROZEN);
      Sql.fill(server, 2);
      String replies = "SELECT reply_time FROM pg_stat_replication";
      String last = Sql.ask(server, replies);
      stage.look(SLOT);
      assertThat(until(Verdict.FROZEN_CONSUMER, WARNING, () -> {})).isBetween(1, 3);
      assertThat(until(Verdict.FROZEN_CONSUMER, CRITICAL, () -> {})).isEqualTo(2);
      SlotAssessment frozen = stage.look(SLOT);
      assertThat(frozen.sample().use().active()).isTrue();
      assertThat(frozen.sample().sender().value().orElseThrow().state()).isEqualTo("streaming");
      assertThat(Sql.ask(server, replies)).isEqualTo(last);

      consumer.set(Manner.CONFIRMS);
      stage.await("recovery", SLOT, slot -> slot.judgement().severity() == OK);
    }
  }

  @Test
  void should_find_the_publication_wrong_when_it_lacks_the_outbox() throws SQLException {
    assertThat(stage.look(SLOT).judgement(Verdict.PUBLICATION_WRONG)).isEmpty();
    Sql.run(server, "ALTER PUBLICATION outbox DROP TABLE outbox");
    assertThat(stage.look(SLOT)).matches(says(Verdict.PUBLICATION_WRONG, CRITICAL));
    Sql.run(server, "ALTER PUBLICATION outbox ADD TABLE outbox");
    assertThat(stage.look(SLOT).judgement(Verdict.PUBLICATION_WRONG)).isEmpty();
    Sql.run(server, "ALTER PUBLICATION outbox SET (publish = 'update')");
    assertThat(stage.look(SLOT)).matches(says(Verdict.PUBLICATION_WRONG, CRITICAL));
    Sql.run(server, "DROP PUBLICATION outbox");
    assertThat(stage.look(SLOT)).matches(says(Verdict.PUBLICATION_WRONG, CRITICAL));
    Sql.run(server, "CREATE PUBLICATION outbox FOR TABLE outbox WITH (publish = 'insert')");
    assertThat(stage.look(SLOT).judgement(Verdict.PUBLICATION_WRONG)).isEmpty();
  }

  @Test
  void should_warn_of_a_slot_that_nobody_has_named_when_others_are() throws SQLException {
    Sql.run(server, "SELECT pg_create_logical_replication_slot('ghost', 'pgoutput')");
    assertThat(stage.look("ghost")).matches(says(Verdict.UNKNOWN, WARNING));
    assertThat(stage.look(SLOT).judgement().severity()).isLessThan(WARNING);
    try (Stage anything = new Stage(server, Set.of(), Thresholds.DEFAULTS)) {
      assertThat(anything.look("ghost").judgement().severity()).isLessThan(WARNING);
    }
  }

  @Test
  @Case("145")
  void should_not_call_a_slot_lost_or_lagging_when_it_is_physical_or_never_reserved_wal()
      throws SQLException {
    Sql.run(
        server,
        "SELECT pg_create_physical_replication_slot('spare')",
        "SELECT pg_create_physical_replication_slot('replica', true)");
    server.set("max_slot_wal_keep_size", "2GB");
    Sql.fill(server, 3);
    try (Stage named = new Stage(server, Set.of(SLOT, "spare", "replica"), Thresholds.DEFAULTS)) {
      SlotAssessment spare = named.look("spare");
      assertThat(spare).matches(says(Verdict.IDLE, OK));
      assertThat(spare.sample().wal().status()).isNull();
      assertThat(spare.sample().wal().safeBytes()).isNotNull();
      assertThat(spare.headroom().room()).isNull();
      SlotAssessment replica = named.look("replica");
      assertThat(replica.judgement().severity()).isEqualTo(OK);
      assertThat(replica.lag()).isNull();
      assertThat(replica.headroom().room()).isNotNull();
    }
    assertThat(stage.look(SLOT).judgement().evidence())
        .filteredOn(number -> number.name().equals("confirmed_lag_bytes"))
        .singleElement()
        .satisfies(number -> assertThat(number.value()).isBetween(3e6, 64e6));
  }
}
