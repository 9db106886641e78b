package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.postgres.PostgresServerBuilder;
import org.outboxconnect.stack.process.Wait;

/** Slots that nobody knows, consumers that come and go, and what is not the slot at all. */
@OnServers
class CatalogueOthersIT extends CatalogueServer {

  private static final Duration GENEROUS = Duration.ofSeconds(30);

  @Override
  PostgresServerBuilder settings(PostgresServerBuilder usual) {
    return usual.setting("archive_mode", "on").setting("archive_command", "/bin/true");
  }

  @Test
  @Catalogue(
      cases = 3,
      how = "a slot that is not on the list of expected ones",
      verdict = Verdict.UNKNOWN,
      severity = Severity.WARNING,
      cause = "not among them")
  void should_warn_at_once_of_a_slot_that_nobody_has_named() throws Exception {
    Course course = course("repmgr_slot_3");
    Sql.run(server, "SELECT pg_create_physical_replication_slot('repmgr_slot_3', true)");
    assertThat(course.until().expected()).isFalse();
  }

  @Test
  @Catalogue(
      cases = 14,
      how = "a consumer leaves; Kafka Connect goes on to say RUNNING",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.WARNING,
      cause = "running, but nobody uses the slot",
      held = "PT2M")
  void should_warn_earlier_when_connect_says_running() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.connect(SLOT, connector("RUNNING", null));
      stage.await("a consumer", SLOT, slot -> slot.sample().use().active());
      Course course = course();
      consumer.leave(server);
      course.until(this::othersWrite);
    }
  }

  @Test
  @Catalogue(
      cases = 17,
      how = "a consumer ends and is started again between any two looks, and confirms nothing",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.WARNING,
      cause = "come and go",
      held = "PT3M")
  void should_warn_of_a_consumer_that_fails_again_and_again() throws Exception {
    Course course = course();
    Consumer[] last = {Consumer.of(server, Manner.TAKES)};
    othersWriteMuch();
    try {
      course.until(
          () -> {
            othersWrite();
            last[0].leave(server);
            last[0] = Consumer.of(server, Manner.TAKES);
          });
    } finally {
      last[0].close();
    }
  }

  @Test
  @Catalogue(
      cases = 26,
      how =
          "a large transaction, and a consumer that wal_sender_timeout (0.3 s) ends before it"
              + " confirms any of it, again and again",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.WARNING,
      cause = "come and go",
      held = "PT3M")
  void should_warn_of_a_transaction_that_no_consumer_survives() throws Exception {
    Sql.run(
        server,
        "INSERT INTO outbox (payload) SELECT '{}'::jsonb FROM generate_series(1, 50000)",
        "TRUNCATE outbox");
    othersWriteMuch();
    server.set("wal_sender_timeout", "300ms");
    AtomicInteger looks = new AtomicInteger();
    try {
      Course course = course();
      SlotAssessment said =
          course.until(
              () -> {
                if (looks.getAndIncrement() % 4 == 0) {
                  requireTimeout(Consumer.of(server, Manner.FROZEN));
                }
              });
      assertThat(said.judgement().evidence()).isNotEmpty();
    } finally {
      server.set("wal_sender_timeout", "60s");
    }
  }

  /** Looks meanwhile: the monitor has to see the consumer. */
  private void requireTimeout(Consumer consumer) throws SQLException {
    try (consumer) {
      stage.look(SLOT);
      Wait.require(
          "the server to end its consumer",
          GENEROUS,
          () -> Sql.ask(server, "SELECT active FROM pg_replication_slots").equals("f"));
    }
  }

  @Test
  @Catalogue(
      cases = 38,
      how = "archive_command fails, and all WAL is kept for it",
      verdict = Verdict.UNKNOWN,
      severity = Severity.WARNING,
      cause = "Not the slot",
      held = "PT15M")
  void should_say_that_it_is_not_the_slot_when_the_archiver_fails() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      Course course = course();
      server.set("archive_command", "/bin/false");
      Sql.run(server, "SELECT pg_switch_wal()");
      Wait.require(
          "the archiver to fail",
          GENEROUS,
          () ->
              Sql.ask(server, "SELECT last_failed_time IS NOT NULL FROM pg_stat_archiver")
                  .equals("t"));
      course.until();
      assertThat(consumer.failure()).isNull();
    } finally {
      server.set("archive_command", "/bin/true");
    }
  }

  @Test
  @Catalogue(
      cases = 40,
      how = "a session makes a temporary slot, and WAL is written for half an hour",
      verdict = Verdict.HEALTHY,
      severity = Severity.OK,
      cause = "")
  void should_say_nothing_of_a_temporary_slot() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS);
        Connection session = server.connect()) {
      Sql.run(session, "SELECT pg_create_physical_replication_slot('passing', true, true)");
      assertThat(
              Sql.ask(
                  server, "SELECT temporary FROM pg_replication_slots WHERE slot_name = 'passing'"))
          .isEqualTo("t");
      for (int look = 0; look < 120; look++) {
        othersWrite();
        ServerSample sample = stage.sampleAfter(Scene.STEP);
        assertThat(stage.assessment(sample, "passing")).isEqualTo(Optional.empty());
        assertThat(stage.assessment(sample, SLOT).orElseThrow().judgement().severity())
            .isLessThan(Severity.WARNING);
      }
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = 41,
      how = "a second consumer is refused (55006); two connectors name the slot",
      verdict = Verdict.UNKNOWN,
      severity = Severity.WARNING,
      cause = "name the same slot")
  void should_warn_when_two_connectors_name_one_slot() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.connect(SLOT, connector("RUNNING", null));
      Course course = course();
      assertThatThrownBy(() -> Consumer.of(server, Manner.CONFIRMS))
          .isInstanceOfSatisfying(
              SQLException.class, refused -> assertThat(refused.getSQLState()).isEqualTo("55006"));
      stage.connect(SLOT, connector("RUNNING", null).withRivals(Set.of("other")));
      course.until();
      assertThat(consumer.failure()).isNull();
    }
  }
}
