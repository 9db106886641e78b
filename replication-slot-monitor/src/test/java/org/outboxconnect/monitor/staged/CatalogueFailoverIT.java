package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

/** A failover to a standby that has no copy of the slot. */
@OnServers
class CatalogueFailoverIT extends StandbyServers {

  CatalogueFailoverIT(int major) {
    super(major);
  }

  @Test
  @Catalogue(
      cases = 29,
      how =
          "the primary is killed, its standby promoted, and the slot made there at the end of WAL;"
              + " Kafka Connect keeps the old position",
      verdict = Verdict.GAP,
      severity = Severity.CRITICAL,
      cause = "made anew",
      held = "PT1M")
  void should_find_the_gap_when_a_failover_has_made_the_slot_anew() throws Exception {
    Sql.run(primary, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
    Course course = course(primary, StagePlan.USUAL, SLOT);
    Lsn confirmed = stage.look(SLOT).sample().holds().confirmed();
    stage.connect(SLOT, CatalogueServer.connector("RUNNING", confirmed));
    assertThat(stage.look(SLOT).judgement(Verdict.GAP)).isEmpty();
    primary.kill();
    standby.promote();
    Sql.run(standby, "CHECKPOINT"); // until then the timeline is told as the old one
    require(standby, "SELECT timeline_id = 2 FROM pg_control_checkpoint()");
    Sql.run(standby, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
    stage.moveTo(standby);
    course.until();
    assertThat(stage.events()).contains(ServerHistory.Event.HISTORY_DROPPED);
  }
}
