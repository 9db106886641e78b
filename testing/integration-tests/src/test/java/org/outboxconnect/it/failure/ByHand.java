package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.process.Wait;

/**
 * A transient and a retained writer that write when the test says so, a consumer and the verdict.
 * For one thread.
 */
final class ByHand implements AutoCloseable {

  private static final Duration DRAINED = Duration.ofSeconds(90);

  private final Database database;
  private final Plan plan =
      Plan.of(Plan.seedOr(1), List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED));
  private final Ledger ledger = new Ledger();
  private final List<EventWriter> writers;
  private final Consumption consumption;
  private int transactions;

  private ByHand(CdcRoad road, String name) {
    database = new Database(road);
    List<String> types = List.of(name + "-order", name + "-cart");
    writers =
        List.of(
            new EventWriter(database, ledger, OutboxMode.TRANSIENT, types, 0),
            new EventWriter(database, ledger, OutboxMode.RETAINED, types, 1));
    consumption = new Consumption(database, road.stack().broker().bootstrapServers(), name);
  }

  static ByHand start(CdcRoad road, String name) {
    ByHand byHand = new ByHand(road, name);
    System.out.println("[failure] %s %s".formatted(name, byHand.plan));
    byHand.consumption.start();
    return byHand;
  }

  /** So many transactions of each writer, in turn. */
  void write(int number) throws SQLException {
    for (int i = 0; i < number; i++) {
      for (int writer = 0; writer < writers.size(); writer++) {
        writers.get(writer).run(plan.shape(writer, transactions));
      }
      transactions++;
    }
  }

  /** Lets the next transactions begin new sessions. */
  void reconnect() {
    writers.forEach(EventWriter::close);
  }

  /** Everything that has been committed, in that order. */
  List<Written> committed() {
    return ledger.entries().committed();
  }

  /** From now on the verdict is that these must not arrive. */
  void giveUp(Set<UUID> ids) {
    ledger.gone(ids);
  }

  int arrived() {
    return consumption.records().size();
  }

  void awaitAll() {
    List<Written> committed = ledger.entries().committed();
    Wait.require(
        "%d events to arrive".formatted(committed.size()),
        DRAINED,
        () -> {
          consumption.requireHealthy();
          return committed.stream().allMatch(event -> consumption.has(event.id()));
        });
  }

  /** Throws if anything is missing, too much or out of order. */
  void verdict() throws Exception {
    Wait.until(
        DRAINED,
        () -> ledger.entries().committed().stream().allMatch(event -> consumption.has(event.id())));
    consumption.close();
    consumption.requireHealthy();
    Checker checker = new Checker(ledger.entries());
    assertThat(checker.delivery(consumption.records())).as("difference, %s", plan).isEmpty();
    assertThat(checker.effect(consumption.effects())).as("difference, %s", plan).isEmpty();
  }

  @Override
  public void close() {
    reconnect();
    consumption.close();
  }
}
