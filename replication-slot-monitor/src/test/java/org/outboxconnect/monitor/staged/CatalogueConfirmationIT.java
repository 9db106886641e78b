package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.Case;

/** A consumer is connected and confirms nothing, or Kafka Connect calls it well. */
@OnServers
class CatalogueConfirmationIT extends CatalogueServer {

  @Test
  @Catalogue(
      cases = 10,
      how = "a consumer takes all, and another table is written to while the outbox is quiet",
      verdict = Verdict.IDLE_PINNED,
      severity = Severity.INFO,
      cause = "quiet",
      held = "PT3M")
  void should_find_the_idle_pin_when_another_table_is_busy() throws Exception {
    Sql.run(server, "CREATE TABLE busy (filler text)");
    String much = "INSERT INTO busy SELECT repeat('x', 1000) FROM generate_series(1, 20000)";
    idlePin(() -> Sql.run(server, much), () -> {});
    Sql.run(server, "DROP TABLE busy");
  }

  @Test
  @Catalogue(
      cases = 11,
      how = "the same, and another database is written to",
      verdict = Verdict.IDLE_PINNED,
      severity = Severity.INFO,
      cause = "quiet",
      held = "PT3M")
  void should_find_the_idle_pin_when_another_database_is_busy() throws Exception {
    idlePin(() -> Sql.fill(server.dataSource("neighbour"), 18), () -> {});
  }

  private void idlePin(Course.Act othersWrite, Course.Act beforeEachLook) throws Exception {
    try (Consumer consumer = consume(Manner.TAKES)) {
      Course course = course();
      othersWrite.happen();
      awaitDecoded();
      course.until(beforeEachLook);
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = 12,
      how = "the same on an idle server that ends a segment of WAL every five minutes",
      verdict = Verdict.IDLE_PINNED,
      severity = Severity.INFO,
      cause = "quiet",
      held = "PT5M")
  void should_find_the_idle_pin_when_only_segments_are_switched() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    idlePin(
        () -> {},
        () -> {
          if (looks.getAndIncrement() % 20 == 0) {
            Sql.run(
                server,
                "SELECT pg_logical_emit_message(true, 'neighbour', 'x')",
                "SELECT pg_switch_wal()");
            awaitDecoded();
          }
        });
  }

  @Test
  @Case("149")
  @Catalogue(
      cases = {15, 16, 20},
      how =
          "a consumer takes all, answers and confirms nothing while events come in; Kafka Connect"
              + " says RUNNING",
      verdict = Verdict.COMMIT_BLOCKED,
      severity = Severity.CRITICAL,
      cause = "confirms none",
      held = "PT4M")
  void should_find_commits_blocked_while_connect_says_running() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.connect(SLOT, connector("RUNNING", null));
      Course course = course();
      consumer.set(Manner.TAKES);
      course.until(
          () -> {
            insertEvent();
            othersWrite(1);
            awaitDecoded();
          });
      consumer.set(Manner.CONFIRMS);
      stage.await("recovery", SLOT, slot -> slot.judgement().severity() == Severity.OK);
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = 21,
      how = "a consumer stays connected and does nothing; Kafka Connect says RUNNING",
      verdict = Verdict.FROZEN_CONSUMER,
      severity = Severity.CRITICAL,
      cause = "silent",
      held = "PT1M")
  void should_find_a_frozen_consumer_while_server_and_connect_call_it_well() throws Exception {
    try (Consumer consumer = consume(Manner.CONFIRMS)) {
      stage.await("a reply", SLOT, slot -> slot.sample().sender().value().isPresent());
      stage.connect(SLOT, connector("RUNNING", null));
      Course course = course();
      consumer.set(Manner.FROZEN);
      othersWrite(2);
      String replies = "SELECT reply_time FROM pg_stat_replication";
      awaitStill(replies);
      SlotAssessment frozen = course.until();
      assertThat(frozen.sample().use().active()).isTrue();
      assertThat(frozen.sample().sender().value().orElseThrow().state()).isEqualTo("streaming");
      consumer.set(Manner.CONFIRMS);
      stage.await("recovery", SLOT, slot -> slot.judgement().severity() == Severity.OK);
    }
  }

  /** The last word of a consumer that has just frozen may still be on its way. */
  private void awaitStill(String query) {
    String[] last = {""};
    Wait.require(
        "[%s] to stand still".formatted(query),
        Duration.ofSeconds(30),
        () -> {
          String before = last[0];
          last[0] = Sql.ask(server, query);
          return last[0].equals(before);
        });
  }
}
