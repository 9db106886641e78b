package org.outboxconnect.monitor;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.probe.ServerPoller;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.watch.Expectations;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/**
 * The whole core on a real server: poll, history, judgement. The looks are real, the time between
 * them is the test's; ages that the server tells are real.
 */
public final class Stage implements AutoCloseable {

  private static final Duration GENEROUS = Duration.ofSeconds(60);

  private final TestClock clock = new TestClock();
  private final ServerHistory history = new ServerHistory();
  private final ServerPoller poller;
  private final Assessor assessor;

  public Stage(PostgresServer server, Set<String> expected, Thresholds thresholds) {
    OutboxWatch outbox =
        new OutboxWatch("public", "outbox", OutboxMode.TRANSIENT, "outbox", "outbox");
    ServerAccess access = new ServerAccess(server.jdbcUrl(), "monitor", () -> "monitor");
    poller = new ServerPoller(access, List.of(outbox), clock);
    assessor = new Assessor(new Expectations(expected), Limits.UNKNOWN, thresholds);
  }

  /** One look, 15 seconds after the last by the test's clock. */
  public SlotAssessment look(String slot) {
    return lookAfter(Scene.STEP, slot);
  }

  public SlotAssessment lookAfter(Duration time, String slot) {
    clock.advance(time);
    Reading<ServerSample> reading = poller.poll(history);
    ServerSample sample =
        reading.value().orElseThrow(() -> new AssertionError("No sample: " + reading));
    history.add(sample);
    return assessor.assess(sample, history).stream()
        .filter(found -> found.slot().equals(slot))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No slot " + slot));
  }

  /**
   * Looks, a second apart by the test's clock, until something holds; the server needs real time.
   */
  public SlotAssessment await(String what, String slot, Predicate<SlotAssessment> holds) {
    SlotAssessment[] last = new SlotAssessment[1];
    boolean came =
        Wait.until(
            GENEROUS,
            () -> {
              last[0] = lookAfter(Duration.ofSeconds(1), slot);
              return holds.test(last[0]);
            });
    if (!came) {
      throw new AssertionError("Not seen: %s; last was %s".formatted(what, last[0]));
    }
    return last[0];
  }

  @Override
  public void close() {
    poller.close();
  }
}
