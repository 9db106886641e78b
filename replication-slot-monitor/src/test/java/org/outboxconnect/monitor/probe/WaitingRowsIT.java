package org.outboxconnect.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitingRowsIT {

  private static final Duration GENEROUS = Duration.ofSeconds(30);
  private static final OutboxWatch OUTBOX =
      new OutboxWatch("public", "outbox", OutboxMode.RETAINED, "outbox", null);

  private final ServerHistory history = new ServerHistory();

  @Test
  void should_count_only_rows_that_the_slot_has_not_confirmed_though_none_is_marked()
      throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().start(work)) {
      Sql.run(
          server, Sql.OUTBOX, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
      ServerAccess access = new ServerAccess(server.jdbcUrl(), server.user(), server::password);
      try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS);
          ServerPoller poller = new ServerPoller(access, List.of(OUTBOX), InstantSource.system())) {
        insert(server);
        await("the first row to be confirmed", poller, 0);

        consumer.set(Manner.TAKES);
        insert(server);
        await("the second row to wait", poller, 1);
        assertThat(look(poller).oldest()).isPositive();
        assertThat(Sql.ask(server, "SELECT count(*) FROM outbox WHERE published_at IS NULL"))
            .isEqualTo("2");

        consumer.set(Manner.CONFIRMS);
        await("the second row to be confirmed", poller, 0);
        assertThat(consumer.failure()).isNull();
      }
    }
  }

  /** More WAL than what an idle consumer rests behind. */
  private static void insert(PostgresServer server) throws SQLException {
    Sql.run(
        server,
        "INSERT INTO outbox (payload) SELECT jsonb_build_object('x', string_agg(md5(i::text), ''))"
            + " FROM generate_series(1, 200) AS i");
  }

  private void await(String what, ServerPoller poller, long count) {
    Wait.require(what, GENEROUS, () -> look(poller).count() == count);
  }

  private WaitingRows look(ServerPoller poller) {
    ServerSample sample = poller.poll(history).value().orElseThrow();
    history.add(sample);
    return sample.outboxes().get(0).waiting().value().orElseThrow();
  }
}
