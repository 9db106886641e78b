package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.forecast.Limit;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;

/** What only new servers do or show: PostgreSQL 18. */
@Tag("ci")
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = 18)
class CatalogueNewServersIT extends CatalogueServer {

  private static final String TIMEOUT = "idle_replication_slot_timeout";

  @AfterEach
  void noTimeout() throws SQLException {
    server.set(TIMEOUT, "0");
  }

  @Test
  @Catalogue(
      cases = 36,
      how = "nobody consumes, and idle_replication_slot_timeout (1 hour) ends the slot soon",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.CRITICAL,
      cause = "No consumer",
      held = "PT5M",
      on = "18")
  void should_be_critical_when_the_timeout_is_near() throws Exception {
    server.set(TIMEOUT, "1h");
    SlotAssessment said = course().until();
    assertThat(said.forecast().limit()).isEqualTo(Limit.IDLE_TIMEOUT);
    assertThat(said.forecast().timeToExhaustionSeconds()).isBetween(3_000.0, 3_600.0);
  }

  @Test
  @Catalogue(
      cases = 36,
      how = "a checkpoint invalidates the slot for having been idle (1 second)",
      verdict = Verdict.SLOT_LOST,
      severity = Severity.CRITICAL,
      cause = "(idle_timeout)",
      on = "18")
  void should_say_lost_and_show_no_lag_when_the_slot_still_has_a_position() throws Exception {
    Course course = course();
    server.set(TIMEOUT, "1s");
    Wait.require(
        "the invalidation",
        Duration.ofSeconds(30),
        () -> {
          Sql.run(server, "CHECKPOINT");
          return Sql.ask(server, "SELECT wal_status = 'lost' FROM pg_replication_slots")
              .equals("t");
        });
    othersWrite();
    SlotAssessment lost = course.until();
    assertThat(lost.sample().wal().status()).isEqualTo(WalStatus.LOST);
    assertThat(lost.sample().holds().restart()).isNotNull();
    assertThat(lost.lag()).isNull();
    assertThat(lost.judgement().evidence()).isEmpty();
  }

  @Test
  @Catalogue(
      cases = 28,
      how = "the slot is dropped and made anew, and nothing is known of Kafka Connect",
      verdict = Verdict.GAP,
      severity = Severity.CRITICAL,
      cause = "its statistics began anew",
      on = "18")
  void should_find_the_gap_by_statistics_alone() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      Wait.require(
          "transactions to be counted",
          Duration.ofSeconds(30),
          () -> {
            insertEvent();
            return Sql.ask(server, "SELECT total_txns > 0 FROM pg_stat_replication_slots")
                .equals("t");
          });
      Course course = course();
      consumer.leave(server);
      othersWrite();
      Sql.run(server, "SELECT pg_drop_replication_slot('outbox')");
      createSlot();
      course.until();
    }
  }
}
