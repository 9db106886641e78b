package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.stack.process.Wait;

/** Beside the catalogue: a consumer that is slow, or catches up, and what can't be told. */
@OnServers
class CataloguePaceIT extends CatalogueServer {

  private static final long MEBIBYTE = 1L << 20;

  @Test
  @Catalogue(
      cases = {},
      how = "an idle pin of an outbox of WAL messages, which leaves no trace in tables",
      verdict = Verdict.IDLE_PINNED,
      severity = Severity.INFO,
      cause = "can't be told",
      held = "PT3M")
  void should_say_that_it_cannot_tell_whether_messages_wait() throws Exception {
    try (Consumer consumer = consume(Manner.TAKES)) {
      Course course = course(StagePlan.USUAL.with(OutboxMode.WAL_MESSAGE));
      othersWriteMuch();
      awaitDecoded();
      course.until();
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = {},
      how = "a consumer that confirms half of what is written",
      verdict = Verdict.LAGGING,
      severity = Severity.WARNING,
      cause = "more slowly",
      held = "PT15M")
  void should_find_a_consumer_lagging_that_is_slower_than_the_writers() throws Exception {
    try (Consumer consumer = consume(Manner.TAKES)) {
      for (int look = 0; look < 60; look++) { // what grows has to be held against what was before
        stage.look(SLOT);
      }
      Course course = course();
      long begin = stage.look(SLOT).sample().holds().confirmed().bytes();
      AtomicInteger looks = new AtomicInteger();
      course.until(
          () -> {
            othersWrite(2);
            awaitDecoded();
            confirm(consumer, begin + looks.incrementAndGet() * MEBIBYTE);
          });
      assertThat(consumer.failure()).isNull();
    }
  }

  private void confirm(Consumer consumer, long position) {
    consumer.confirm(new Lsn(position));
    Wait.require(
        "the confirmation",
        Duration.ofSeconds(30),
        () ->
            Sql.ask(
                    own(),
                    "SELECT confirmed_flush_lsn - '0/0' >= %d FROM pg_replication_slots"
                        .formatted(position))
                .equals("t"));
  }

  @Test
  @Catalogue(
      cases = {},
      how = "the same, once it confirms more than is written",
      verdict = Verdict.CATCHING_UP,
      severity = Severity.OK,
      cause = "catches up",
      held = "PT3M")
  void should_see_a_consumer_catch_up() throws Exception {
    othersWrite(50);
    try (Consumer consumer = consume(Manner.TAKES)) {
      awaitDecoded();
      Course course = course();
      long begin = stage.look(SLOT).sample().holds().confirmed().bytes();
      AtomicInteger looks = new AtomicInteger();
      course.until(() -> confirm(consumer, begin + looks.incrementAndGet() * MEBIBYTE));
      assertThat(consumer.failure()).isNull();
    }
  }

  @Test
  @Catalogue(
      cases = {},
      how = "the same as a slow consumer, seen by a role that may not see its walsender",
      verdict = Verdict.LAGGING,
      severity = Severity.WARNING,
      cause = "pg_read_all_stats",
      held = "PT15M")
  void should_say_what_it_may_not_see() throws Exception {
    try (Consumer consumer = consume(Manner.TAKES)) {
      Course course = course(StagePlan.USUAL.as("plain"));
      othersWriteMuch();
      course.until(this::othersWrite);
      assertThat(consumer.failure()).isNull();
    }
  }
}
