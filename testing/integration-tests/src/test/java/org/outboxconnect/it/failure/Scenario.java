package org.outboxconnect.it.failure;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.process.Wait;

/**
 * Writers, faults and a consumer on a road whose connector runs, and the verdict. Several may
 * follow one another on the same road, each with topics, effects and aggregates of its own.
 */
final class Scenario implements AutoCloseable {

  private static final Duration PROGRESS = Duration.ofMinutes(2);
  private static final Duration LAST_EVENT = Duration.ofSeconds(90);
  private static final Duration STRAGGLERS = Duration.ofSeconds(10);

  private static final int AFTERWARDS = 300;

  private final CdcRoad road;
  private final String name;
  private final Plan plan;
  private final Database database;
  private final Ledger ledger = new Ledger();
  private final Load load;
  private final Consumption consumption;

  private Scenario(CdcRoad road, String name, Plan plan) {
    this.road = road;
    this.name = name;
    this.plan = plan;
    this.database = new Database(road);
    this.load = new Load(plan, database, ledger, types(name));
    this.consumption = new Consumption(database, road.stack().broker().bootstrapServers(), name);
  }

  private static List<String> types(String name) {
    return List.of(name + "-order", name + "-cart");
  }

  /** Makes the tables that the verdict needs; once on each road. */
  static void prepare(CdcRoad road) throws SQLException {
    road.run(
        "CREATE TABLE transactions (mark uuid PRIMARY KEY)",
        "GRANT INSERT ON transactions TO " + CdcRoad.SERVICE,
        "GRANT USAGE ON SCHEMA sales TO " + CdcRoad.SERVICE,
        "CREATE TABLE effects (consumer text, event_id uuid)");
  }

  /** Runs a whole plan and returns what it came to. */
  static Outcome run(CdcRoad road, String name, Plan plan) throws Exception {
    try (Scenario scenario = start(road, name, plan)) {
      scenario.strikeAll();
      return scenario.finish();
    }
  }

  /** Starts writers and consumer. */
  static Scenario start(CdcRoad road, String name, Plan plan) {
    System.out.println("[failure] %s %s".formatted(name, plan));
    Scenario scenario = new Scenario(road, name, plan);
    scenario.consumption.start();
    scenario.load.start();
    return scenario;
  }

  CdcRoad road() {
    return road;
  }

  Database database() {
    return database;
  }

  /** Where a test tells what it has written by itself. */
  Ledger ledger() {
    return ledger;
  }

  int committed() {
    return ledger.committedEvents();
  }

  /** The aggregate types of this scenario. */
  List<String> types() {
    return types(name);
  }

  /** One more service; its aggregates are those of no other one. */
  EventWriter anotherWriter(OutboxMode mode) {
    return new EventWriter(database, ledger, mode, types(name), plan.writers().size());
  }

  /** All faults of the plan, each at its time. */
  void strikeAll() throws Exception {
    try {
      for (Plan.Strike strike : plan.strikes()) {
        awaitCommits(strike.afterEvents());
        awaitArrival(); // a task that is just starting is a case of its own, see docs/failures.md
        long begin = System.nanoTime();
        String proof = strike.fault().strike(this);
        System.out.println(
            "[failure] %s: %s (%d s)"
                .formatted(
                    strike.fault().title(),
                    proof,
                    Duration.ofNanos(System.nanoTime() - begin).toSeconds()));
      }
      awaitCommits(AFTERWARDS);
    } catch (Exception | AssertionError failure) {
      throw new AssertionError("Failed while striking, with " + plan, failure);
    }
  }

  /** Returns when so many more events have been committed: the writers go on. */
  void awaitCommits(int more) {
    int goal = ledger.committedEvents() + more;
    Wait.require(
        "%d more commits".formatted(more),
        PROGRESS,
        () -> {
          load.requireHealthy();
          return ledger.committedEvents() >= goal;
        });
  }

  /** Returns when an event that is written from now on has arrived. */
  void awaitArrival() throws Exception {
    awaitCommits(1);
    List<Written> committed = ledger.entries().committed();
    awaitAll("an event", PROGRESS, Set.of(committed.get(committed.size() - 1).id()));
  }

  /** Records so far. */
  int arrived() {
    return consumption.records().size();
  }

  /** Stops the writers, waits for what they wrote, and throws if anything is wrong. */
  Outcome finish() throws Exception {
    load.finish();
    Ledger.Entries entries = ledger.entries();
    Set<UUID> last = lastOfEachAggregate(entries);
    boolean drained = awaitWhileSomethingArrives(last);
    Set<UUID> all = new HashSet<>();
    entries.committed().forEach(event -> all.add(event.id()));
    Wait.until(STRAGGLERS, () -> hasAll(all));
    consumption.close();
    requireNothing(drained ? "" : " (the last events did not arrive in time)", entries);
    Outcome outcome = outcome(entries);
    System.out.println("[failure] " + outcome);
    return outcome;
  }

  private boolean awaitWhileSomethingArrives(Set<UUID> ids) {
    int arrived;
    do {
      arrived = consumption.applied();
      if (Wait.until(LAST_EVENT, () -> hasAll(ids))) {
        return true;
      }
    } while (consumption.applied() > arrived);
    return false;
  }

  private void requireNothing(String remark, Ledger.Entries entries) throws Exception {
    consumption.requireHealthy();
    Checker checker = new Checker(entries);
    Optional<Difference> found = checker.delivery(consumption.records());
    if (found.isEmpty()) {
      found = checker.effect(consumption.effects());
    }
    if (found.isPresent()) {
      throw new AssertionError("%s%s; %s".formatted(found.get(), remark, plan));
    }
  }

  private Outcome outcome(Ledger.Entries entries) {
    return new Outcome(
        entries.committed().size(),
        entries.rolledBack().size(),
        consumption.records().size() - entries.committed().size(),
        load.inDoubt(),
        consumption.longestSilence());
  }

  private void awaitAll(String what, Duration deadline, Set<UUID> ids) {
    Wait.require("%s to arrive".formatted(what), deadline, () -> hasAll(ids));
  }

  private boolean hasAll(Set<UUID> ids) {
    return ids.stream().allMatch(consumption::has);
  }

  private static Set<UUID> lastOfEachAggregate(Ledger.Entries entries) {
    Map<Aggregate, UUID> last = new HashMap<>();
    entries.committed().forEach(event -> last.put(event.aggregate(), event.id()));
    return Set.copyOf(last.values());
  }

  @Override
  public void close() {
    load.close();
    consumption.close();
  }
}
