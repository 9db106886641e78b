package org.outboxconnect.it.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.RequiredTool;

/**
 * The pattern's own check: the relay is stopped for real, and the rule that everybody gets says so.
 * The same monitor looks at an outbox that a connector relays, and at one that is polled; the times
 * are those of the shipped rule, so that this takes nine minutes and stands in the slow tier.
 */
@Tag("soak")
@RequiredTool("promtool")
@DisplayNameGeneration(ReplaceUnderscores.class)
class OldestUnpublishedAlertIT {

  private static final String ALERT = "OutboxOldestUnpublishedTooOld";
  private static final Duration HEALTHY = Duration.ofMinutes(1);
  private static final Duration OUTAGE = Duration.ofMinutes(8);
  private static final double CRITICAL_AGE = 300 + 60 + 2 * Scrapes.SECONDS; // rule, "for", reserve

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  private final Scrapes scrapes = new Scrapes();
  private boolean polled = true;

  @Test
  void should_fire_when_the_relay_is_stopped_and_be_silent_while_it_runs(@TempDir Path folder)
      throws Exception {
    ROAD.createConnector();
    createPolledOutbox();
    try (MonitorProgram monitor = MonitorProgram.start(ROAD.stack().workFolder(), settings())) {
      watch(monitor, HEALTHY);
      ROAD.stack().connect().worker(0).kill();
      polled = false;
      awaitSlotWithoutConsumer();
      watchUntilLate(monitor);
    }

    for (int second = 0; second < HEALTHY.toSeconds(); second += Scrapes.SECONDS) {
      assertThat(Rules.evaluate(folder, scrapes, ALERT, second)).isEmpty();
    }
    assertThat(
            Rules.evaluate(
                folder,
                scrapes,
                ALERT,
                scrapes.newest(),
                fires("sales", "critical"),
                fires("polled", "critical"),
                fires("sales", "warning"),
                fires("polled", "warning")))
        .isEmpty();
  }

  private static String fires(String schema, String severity) {
    return "schema=\"%s\",server=\"main\",severity=\"%s\",table=\"outbox\""
        .formatted(schema, severity);
  }

  private static void createPolledOutbox() throws SQLException {
    ROAD.run(
        "CREATE SCHEMA polled",
        "SELECT outbox_create('polled', 'outbox')",
        "CREATE ROLE watcher LOGIN PASSWORD 'watcher' IN ROLE pg_monitor, outbox_monitor",
        "GRANT USAGE ON SCHEMA polled, sales TO watcher",
        "GRANT SELECT (created_at, published_at, position) ON polled.outbox TO watcher");
  }

  private static String settings() {
    return """
        poll-interval: 5s
        servers:
          - name: main
            url: %s
            user: watcher
            password: watcher
            slots:
              expected: [outbox]
            outboxes:
              - {schema: sales, table: outbox, mode: transient, slot: outbox, publication: outbox}
              - {schema: polled, table: outbox, mode: polling}
        """
        .formatted(ROAD.stack().postgres().jdbcUrl("shop"));
  }

  private static void awaitSlotWithoutConsumer() {
    Wait.require(
        "the slot to lose its consumer",
        CdcRoad.GENEROUS,
        () ->
            ROAD.texts("SELECT active FROM pg_replication_slots WHERE slot_name = 'outbox'")
                .equals(List.of("f")));
  }

  private void watch(MonitorProgram monitor, Duration time) throws Exception {
    for (long second = 0; second < time.toSeconds(); second += Scrapes.SECONDS) {
      liveFor(Scrapes.SECONDS);
      scrapes.add(monitor.scrape());
    }
  }

  private void watchUntilLate(MonitorProgram monitor) throws Exception {
    long end = System.nanoTime() + OUTAGE.toNanos();
    while (!(isLate("sales") && isLate("polled"))) {
      assertThat(System.nanoTime()).as("both outboxes are late by now").isLessThan(end);
      watch(monitor, Duration.ofSeconds(Scrapes.SECONDS));
    }
  }

  private boolean isLate(String schema) {
    return scrapes
            .last(
                "outbox_table_oldest_unpublished_age_seconds{schema=\"%s\",server=\"main\",table=\"outbox\"}"
                    .formatted(schema))
            .orElse(0)
        > CRITICAL_AGE;
  }

  /** Both outboxes get an event a second; who polls marks what he has published. */
  private void liveFor(int seconds) throws SQLException {
    long moment = System.nanoTime();
    for (int second = 0; second < seconds; second++) {
      ROAD.write(List.of(OutboxEvent.of("Order", "o-1", "OrderPlaced", "{}")));
      ROAD.run(
          "INSERT INTO polled.outbox (id, aggregate_type, aggregate_id, event_type, payload)"
              + " VALUES (gen_random_uuid(), 'Order', 'o-1', 'OrderPlaced', '{}')");
      if (polled) {
        ROAD.run("UPDATE polled.outbox SET published_at = now() WHERE published_at IS NULL");
      }
      moment += Duration.ofSeconds(1).toNanos();
      LockSupport.parkNanos(moment - System.nanoTime());
    }
  }
}
