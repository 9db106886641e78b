package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Scene.says;
import static org.outboxconnect.monitor.verdict.Severity.OK;
import static org.outboxconnect.monitor.verdict.Severity.WARNING;

import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.testing.Case;

/** Slots that are well, or soon are not, on a real server, and what the core says of them. */
abstract class StagedSlotsIT extends StagedServer {

  @Test
  void should_be_well_when_a_consumer_confirms_and_then_be_idle() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
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
  @Case({"137", "141"})
  void should_show_a_growing_lag_and_no_consumer_when_the_consumer_has_left() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.await("a consumer", SLOT, slot -> slot.sample().use().active());
      consumer.leave(server);
    }
    othersWrite(17);
    SlotAssessment first = stage.look(SLOT);
    assertThat(first.judgement().severity()).isLessThan(WARNING);
    SlotAssessment before = first;
    for (int look = 1; look < 20; look++) { // up to 4:45 after the first inactive look
      othersWrite(1);
      SlotAssessment now = stage.look(SLOT);
      assertThat(now.lag()).isGreaterThan(before.lag());
      assertThat(now.judgement().severity()).isLessThan(WARNING);
      before = now;
    }
    othersWrite(1);
    assertThat(stage.look(SLOT)).matches(says(Verdict.NO_CONSUMER, WARNING));
  }

  @Test
  void should_stay_calm_when_the_consumer_has_left_and_nothing_is_written() throws SQLException {
    for (int look = 0; look < 60; look++) {
      assertThat(stage.look(SLOT).judgement().severity()).isLessThan(WARNING);
    }
  }

  @Test
  void should_warn_of_a_slot_that_nobody_has_named_only_when_others_are() throws SQLException {
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
    othersWrite(3);
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
