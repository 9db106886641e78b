package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;

/** Beside the catalogue: a frozen consumer whose slot is at the cap stops all checkpoints. */
@OnServers
class CatalogueCheckpointIT extends CatalogueServer {

  private static final Duration GENEROUS = Duration.ofSeconds(30);

  @Test
  @Catalogue(
      cases = {},
      how =
          "a consumer stops reading while much is sent to it, and its slot exceeds"
              + " max_slot_wal_keep_size: the checkpointer waits for the walsender",
      verdict = Verdict.FROZEN_CONSUMER,
      severity = Severity.CRITICAL,
      cause = "no checkpoint completes",
      held = "PT15M")
  void should_say_that_checkpoints_stand_still() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.await("a reply", SLOT, slot -> slot.sample().sender().value().isPresent());
      Course course = course();
      Sql.run(server, "CHECKPOINT");
      consumer.set(Manner.FROZEN);
      fillTheConnection();
      server.set("max_slot_wal_keep_size", "32MB");
      othersWrite(120);
      CompletableFuture<Void> checkpoint = CompletableFuture.runAsync(this::checkpoint);
      SlotAssessment said = course.until();
      assertThat(said.sample().wal().status()).isEqualTo(WalStatus.UNRESERVED);
      assertThat(said.sample().use().active()).isTrue();
      assertThat(checkpoint).isNotDone();
      consumer.leave(server);
      checkpoint.join();
    }
  }

  /** More than both ends of a connection can hold. */
  private void fillTheConnection() throws SQLException {
    Sql.run(
        server,
        "INSERT INTO outbox (payload) SELECT jsonb_build_object('x', repeat('x', 1000000))"
            + " FROM generate_series(1, 40)");
    Wait.require(
        "the walsender to wait for its consumer",
        GENEROUS,
        () ->
            Sql.ask(
                    server,
                    "SELECT wait_event IN ('WalSenderWriteData', 'ClientWrite') FROM"
                        + " pg_stat_activity WHERE backend_type = 'walsender'")
                .equals("t"));
  }

  private void checkpoint() {
    try {
      Sql.run(server, "CHECKPOINT");
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }
}
