package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.outboxconnect.client.InboxOutcome;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;

/** A demo that can't fail shows nothing: services with a fault must be found out. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("ci")
class FaultsIT {

  private final DemoParts sound = DemoParts.sound();

  @Test
  void should_find_effects_applied_twice_when_the_inbox_forgets() {
    DemoParts forgetful =
        new DemoParts(sound.transaction(), (connection, event) -> InboxOutcome.FIRST_TIME);

    RunDemo run = RunDemo.with(forgetful, "--events", "2000");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.BROKEN_PROMISE);
    assertThat(run.count("duplicates_applied")).isPositive().isEqualTo(run.count("redelivered"));
    assertThat(run.count("lost")).isZero();
    assertThat(run.err()).contains("BROKEN PROMISE. Exactly once in effect: ");
  }

  @Test
  void should_find_lost_events_when_the_service_announces_after_its_commit() {
    RunDemo run = runWithoutKill(new AnnouncesLater());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.BROKEN_PROMISE);
    assertThat(run.count("written")).isEqualTo(500);
    assertThat(run.count("applied")).isEqualTo(495);
    assertThat(run.count("lost")).isEqualTo(5);
    assertThat(run.err()).contains("BROKEN PROMISE. No commit without event: 5 ");
  }

  @Test
  void should_find_events_of_no_order_when_the_service_announces_before_its_commit() {
    RunDemo run = runWithoutKill(new AnnouncesFirst());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.BROKEN_PROMISE);
    assertThat(run.count("written")).isEqualTo(495);
    assertThat(run.count("applied")).isEqualTo(500);
    assertThat(run.count("lost")).isZero();
    assertThat(run.err()).contains("BROKEN PROMISE. No event without commit: 5 ");
  }

  private RunDemo runWithoutKill(OrderTransaction broken) {
    return RunDemo.with(
        new DemoParts(broken, sound.deduplication()), "--no-kill", "--events", "500");
  }

  /** Every hundredth time the service dies between its commit and its event. */
  private static final class AnnouncesLater implements OrderTransaction {
    private final AtomicInteger runs = new AtomicInteger();

    @Override
    public void run(OutboxWriter outbox, Connection connection, Order order, OutboxEvent event)
        throws SQLException {
      OutboxTransaction.change(connection, order, event);
      connection.commit();
      if (runs.incrementAndGet() % 100 != 0) {
        outbox.append(connection, event);
        connection.commit();
      }
    }
  }

  /** Every hundredth time the order is rolled back after its event has gone out. */
  private static final class AnnouncesFirst implements OrderTransaction {
    private final AtomicInteger runs = new AtomicInteger();

    @Override
    public void run(OutboxWriter outbox, Connection connection, Order order, OutboxEvent event)
        throws SQLException {
      outbox.append(connection, event);
      connection.commit();
      OutboxTransaction.change(connection, order, event);
      if (runs.incrementAndGet() % 100 == 0) {
        connection.rollback();
      } else {
        connection.commit();
      }
    }
  }
}
