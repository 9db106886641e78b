package org.outboxconnect.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.sample.DistinctServers;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;
import org.outboxconnect.testing.Case;

/** What each role sees on the oldest and the newest server; what is hidden is said to be so. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProbesIT {

  private static final LagSource NO_LAG =
      (Lsn confirmed, Lsn head, Instant now) -> Optional.empty();
  private static final OutboxWatch OUTBOX =
      new OutboxWatch("public", "outbox", OutboxMode.POLLING, null, "outbox");

  @ParameterizedTest
  @ValueSource(ints = {14, 18})
  @Case("147")
  void should_show_to_each_role_what_the_server_lets_it_see_when_the_major_is(int major)
      throws Exception {
    checkRoles(major);
  }

  @Tag("ci")
  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17})
  @Case("147")
  void should_show_the_same_when_the_major_lies_between(int major) throws Exception {
    checkRoles(major);
  }

  private static void checkRoles(int major) throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().major(major).start(work)) {
      prepare(server);
      try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS);
          Connection writer = server.connect()) {
        writer.setAutoCommit(false);
        Sql.run(writer, "CREATE TABLE written ()");
        awaitStreaming(server);

        checkPlain(sample(server, "plain"));
        checkStatistics(sample(server, "reader"));
        checkMonitor(sample(server, "monitor"), major);
        PrivilegeTable.check(
            sample(server, "plain"), sample(server, "reader"), sample(server, "monitor"));
        Sql.run(server, "GRANT SELECT (created_at, published_at, position) ON outbox TO plain");
        assertThat(
                sample(server, "plain").outboxes().get(0).waiting().value().orElseThrow().count())
            .isEqualTo(2);
        assertThat(consumer.failure()).isNull();
      }
    }
  }

  private static void prepare(PostgresServer server) throws SQLException {
    Sql.run(
        server,
        "CREATE ROLE plain LOGIN PASSWORD 'plain'",
        "CREATE ROLE reader LOGIN PASSWORD 'reader' IN ROLE pg_read_all_stats",
        "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor",
        Sql.OUTBOX,
        "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')",
        "INSERT INTO outbox DEFAULT VALUES",
        "INSERT INTO outbox DEFAULT VALUES");
  }

  private static void awaitStreaming(PostgresServer server) {
    Wait.require(
        "a reply of the consumer",
        Duration.ofSeconds(30),
        () ->
            Sql.ask(
                    server,
                    "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND reply_time IS NOT NULL")
                .equals("1"));
  }

  private static void checkPlain(ServerSample plain) {
    SlotSample slot = plain.slot("outbox").orElseThrow();
    assertThat(slot.sender().isHidden()).isTrue();
    assertThat(slot.use().active()).isTrue();
    assertThat(slot.holds().confirmed()).isNotNull();
    assertThat(plain.around().writers().isHidden()).isTrue();
    assertThat(plain.around().walDirectory().isHidden()).isTrue();
    assertThat(plain.outboxes().get(0).waiting().isHidden()).isTrue();
    checkPublic(plain);
  }

  private static void checkStatistics(ServerSample reader) {
    assertThat(reader.slot("outbox").orElseThrow().sender().value()).isPresent();
    assertThat(reader.around().writers().value().orElseThrow().count()).isOne();
    assertThat(reader.around().walDirectory().isHidden()).isTrue();
    checkPublic(reader);
  }

  private static void checkMonitor(ServerSample monitor, int major) {
    SlotSample slot = monitor.slot("outbox").orElseThrow();
    var sender = slot.sender().value().orElseThrow();
    assertThat(sender.state()).isEqualTo("streaming");
    assertThat(sender.replyAge()).isNotNull();
    assertThat(sender.sent()).isNotNull();
    assertThat(monitor.around().walDirectory().value().orElseThrow().bytes()).isPositive();
    var oldest = monitor.around().writers().value().orElseThrow().oldest();
    assertThat(oldest.database()).isEqualTo("postgres");
    assertThat(slot.flags().synced()).isEqualTo(major < 17 ? null : Boolean.FALSE);
    assertThat(slot.flags().twoPhase()).isFalse();
    assertThat(slot.identity().plugin()).isEqualTo("pgoutput");
    checkPublic(monitor);
  }

  /** What everybody sees. */
  private static void checkPublic(ServerSample sample) {
    assertThat(sample.position().standby()).isFalse();
    assertThat(sample.position().head().bytes()).isPositive();
    var around = sample.around();
    assertThat(around.identity().value().orElseThrow().timeline()).isOne();
    assertThat(around.settings().value().orElseThrow().segmentBytes()).isEqualTo(16L << 20);
    assertThat(around.settings().value().orElseThrow().duration("wal_sender_timeout")).isPresent();
    assertThat(around.checkpoint().value()).isPresent();
    assertThat(around.prepared().value().orElseThrow().count()).isZero();
    assertThat(around.statistics().value().orElseThrow()).containsKey("outbox");
    assertThat(around.archiver().value().orElseThrow().isFailing()).isFalse();
    var outbox = sample.outboxes().get(0);
    assertThat(outbox.statistics().value()).isPresent();
    assertThat(outbox.publication().value().orElseThrow().hasTable()).isTrue();
  }

  @Test
  @Case("139")
  void should_count_a_slot_once_when_a_server_is_watched_through_several_databases()
      throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().start(work)) {
      prepare(server);
      server.createDatabase("billing");
      ServerSample one = sample(server, "monitor");
      ServerSample other = sample(server.jdbcUrl("billing"), "monitor");

      List<ServerSample> joined = DistinctServers.of(List.of(one, other));

      assertThat(joined).hasSize(1);
      assertThat(joined.get(0).slots()).singleElement().returns("outbox", SlotSample::name);
      assertThat(joined.get(0).slots().get(0).identity().database()).isEqualTo("postgres");
      assertThat(joined.get(0).outboxes()).hasSize(2);
      assertThat(other.outboxes().get(0).statistics().whyUnknown())
          .contains(Reading.Reason.FAILED); // no such table in that database
    }
  }

  private static ServerSample sample(PostgresServer server, String role) {
    return sample(server.jdbcUrl(), role);
  }

  static ServerSample sample(String url, String role) {
    ServerAccess access = new ServerAccess(url, role, () -> role);
    try (ServerPoller poller = new ServerPoller(access, List.of(OUTBOX), InstantSource.system())) {
      return poller.poll(NO_LAG).value().orElseThrow();
    }
  }
}
