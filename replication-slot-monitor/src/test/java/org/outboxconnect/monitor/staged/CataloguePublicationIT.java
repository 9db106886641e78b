package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Consumer;
import org.outboxconnect.monitor.Consumer.Manner;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.stack.process.Wait;

/** The publication doesn't publish what it should. */
@OnServers
class CataloguePublicationIT extends CatalogueServer {

  private static final String MAKE =
      "CREATE PUBLICATION outbox FOR TABLE outbox WITH (publish = 'insert')";
  private static final Duration GENEROUS = Duration.ofSeconds(30);

  @Test
  @Catalogue(
      cases = 37,
      how = "the publication is dropped and made again without the outbox",
      verdict = Verdict.PUBLICATION_WRONG,
      severity = Severity.CRITICAL,
      cause = "does not hold the outbox")
  void should_find_the_publication_without_the_outbox() throws Exception {
    wrongPublication(
        "DROP PUBLICATION outbox", "CREATE PUBLICATION outbox WITH (publish = 'insert')");
  }

  @Test
  @Catalogue(
      cases = {},
      how = "the publication is dropped",
      verdict = Verdict.PUBLICATION_WRONG,
      severity = Severity.CRITICAL,
      cause = "does not exist")
  void should_find_the_publication_missing() throws Exception {
    wrongPublication("DROP PUBLICATION outbox");
  }

  @Test
  @Catalogue(
      cases = {},
      how = "the publication is made to publish updates only",
      verdict = Verdict.PUBLICATION_WRONG,
      severity = Severity.CRITICAL,
      cause = "no inserts")
  void should_find_the_publication_without_inserts() throws Exception {
    wrongPublication("ALTER PUBLICATION outbox SET (publish = 'update')");
  }

  private void wrongPublication(String... lines) throws Exception {
    try {
      Course course = course();
      Sql.run(server, lines);
      course.until();
    } finally {
      Sql.run(server, "DROP PUBLICATION IF EXISTS outbox", MAKE);
    }
    assertThat(stage.look(SLOT).judgement(Verdict.PUBLICATION_WRONG)).isEmpty();
  }

  @Test
  @Catalogue(
      cases = 37,
      how =
          "the publication is made after the slot and the first event: every consumer ends with"
              + " that event (before 18, where the event is skipped)",
      verdict = Verdict.NO_CONSUMER,
      severity = Severity.WARNING,
      cause = "No consumer",
      held = "PT5M",
      on = "14")
  void should_warn_when_no_consumer_gets_past_a_place_without_publication() throws Exception {
    assumeTrue(major < 18, "a missing publication is skipped from PostgreSQL 18 on");
    Sql.run(server, "DROP PUBLICATION outbox", "INSERT INTO outbox DEFAULT VALUES", MAKE);
    Course course = course();
    othersWriteMuch();
    course.until(
        () -> {
          othersWrite();
          requireRefusal();
        });
  }

  private void requireRefusal() throws SQLException {
    try (Consumer consumer = Consumer.of(server, Manner.CONFIRMS)) {
      Wait.require("the consumer's end", GENEROUS, () -> consumer.failure() != null);
      assertThat(consumer.failure()).hasMessageContaining("does not exist");
    }
    Wait.require(
        "the slot to be free",
        GENEROUS,
        () -> Sql.ask(own(), "SELECT active FROM pg_replication_slots").equals("f"));
  }
}
