package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Scene.says;
import static org.outboxconnect.monitor.verdict.Severity.CRITICAL;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** A slot that was dropped and made anew between two looks looks like the old one, only further. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecreatedSlotIT {

  private static final String SLOT = "outbox";
  private static final String MAKE =
      "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')";
  private static final String COUNTED = "SELECT total_txns FROM pg_stat_replication_slots";

  @ParameterizedTest
  @ValueSource(ints = {17, 18})
  void should_find_the_gap_but_none_after_a_reset_of_statistics(int major) throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().major(major).start(work)) {
      Sql.run(
          server, "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor", Sql.OUTBOX);
      Sql.run(server, MAKE);
      try (Stage stage = new Stage(server, Set.of(SLOT), Thresholds.DEFAULTS)) {
        consume(server);
        assertThat(stage.look(SLOT).judgement(Verdict.GAP)).isEmpty();

        Sql.run(server, "SELECT pg_stat_reset_replication_slot('outbox')");
        consumeLess(server);
        assertThat(stage.look(SLOT).judgement(Verdict.GAP)).isEmpty();

        consume(server);
        stage.look(SLOT);
        Sql.fill(server, 3);
        Sql.run(server, "SELECT pg_drop_replication_slot('outbox')", MAKE);
        assertThat(stage.look(SLOT)).matches(says(Verdict.GAP, CRITICAL));
      }
    }
  }

  /** Hands some transactions out, and waits until they are counted. */
  private static void consume(PostgresServer server) throws Exception {
    try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS)) {
      for (int event = 0; event < 20; event++) {
        Sql.run(server, "INSERT INTO outbox DEFAULT VALUES");
      }
      Wait.require(
          "transactions to be counted",
          Duration.ofSeconds(60),
          () -> Long.parseLong(Sql.ask(server, COUNTED)) >= 20);
      consumer.leave(server);
    }
  }

  private static void consumeLess(PostgresServer server) throws Exception {
    Sql.run(server, "INSERT INTO outbox DEFAULT VALUES");
    try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS)) {
      Wait.require(
          "the reset", Duration.ofSeconds(60), () -> Long.parseLong(Sql.ask(server, COUNTED)) < 20);
      consumer.leave(server);
    }
  }
}
