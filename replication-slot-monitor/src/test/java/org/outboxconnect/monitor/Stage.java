package org.outboxconnect.monitor;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.probe.ServerPoller;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.WalSender;
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
 * them is the test's, and the ages that the server tells are told in that time. What Kafka Connect
 * says is made up.
 */
public final class Stage implements AutoCloseable {

  private static final Duration GENEROUS = Duration.ofSeconds(60);

  private final TestClock clock = new TestClock();
  private final Stretch stretch = new Stretch();
  private final ServerHistory history = new ServerHistory();
  private final Map<String, ConnectSample> connectors = new HashMap<>();
  private final Set<ServerHistory.Event> events = EnumSet.noneOf(ServerHistory.Event.class);
  private final List<Consumer> followed = new ArrayList<>();
  private final StagePlan plan;
  private final Assessor assessor;
  private PostgresServer server;
  private ServerPoller poller;
  private Connection watch;
  private Instant lastReply = Instant.EPOCH;

  public Stage(PostgresServer server, Set<String> expected, Thresholds thresholds) {
    this(
        server,
        new StagePlan("monitor", OutboxMode.TRANSIENT, expected, Limits.UNKNOWN, thresholds));
  }

  public Stage(PostgresServer server, StagePlan plan) {
    this.plan = plan;
    this.server = server;
    this.poller = poller(server);
    this.assessor =
        new Assessor(new Expectations(plan.expected()), plan.limits(), plan.thresholds());
  }

  private ServerPoller poller(PostgresServer server) {
    OutboxWatch outbox = new OutboxWatch("public", "outbox", plan.mode(), "outbox", "outbox");
    ServerAccess access = new ServerAccess(server.jdbcUrl(), plan.role(), plan::role);
    return new ServerPoller(access, List.of(outbox), clock);
  }

  /** From the next look on another server answers, as after a failover. */
  public void moveTo(PostgresServer other) {
    close();
    server = other;
    poller = poller(other);
  }

  /**
   * Looks only after this consumer's next word, as long as it gives any: a consumer that speaks
   * every few real milliseconds could else seem silent to looks that follow each other as fast.
   */
  public void follow(Consumer consumer) {
    followed.add(consumer);
  }

  /** Follows whom the other one follows. */
  public void followAsDoes(Stage other) {
    followed.addAll(other.followed);
  }

  /** What Kafka Connect says of a slot's connector from the next look on. */
  public void connect(String slot, ConnectSample connector) {
    connectors.put(slot, connector);
  }

  /** What has happened to the server so far. */
  public Set<ServerHistory.Event> events() {
    return events;
  }

  /** The time of the newest look. */
  public Instant now() {
    return clock.instant();
  }

  /** One look, 15 seconds after the last by the test's clock. */
  public SlotAssessment look(String slot) {
    return lookAfter(Scene.STEP, slot);
  }

  public SlotAssessment lookAfter(Duration time, String slot) {
    return assessment(sampleAfter(time), slot)
        .orElseThrow(() -> new AssertionError("No slot " + slot));
  }

  /** One look, for what it sees. */
  public ServerSample sampleAfter(Duration time) {
    followed.stream().filter(Consumer::isTalking).forEach(this::awaitWord);
    clock.advance(time);
    ServerSample sample = stretch.apply(poll()).withConnectors(connectors);
    events.addAll(history.add(sample).keySet());
    lastReply =
        sample
            .slot(Look.SLOT)
            .flatMap(slot -> slot.sender().value())
            .map(WalSender::replyTime)
            .orElse(lastReply);
    return sample;
  }

  private void awaitWord(Consumer consumer) {
    String query =
        "SELECT max(reply_time) > '%s' FROM pg_stat_replication JOIN pg_replication_slots ON pid = active_pid WHERE slot_name = '%s'"
            .formatted(lastReply, Look.SLOT);
    Wait.require(
        "a consumer's next word",
        GENEROUS,
        () -> !consumer.isTalking() || "t".equals(Sql.ask(watch(), query)));
  }

  /** Kept, because to connect takes longer than to look. */
  private Connection watch() throws SQLException {
    if (watch == null || !watch.isValid(1)) {
      watch = server.connect();
    }
    return watch;
  }

  public Optional<SlotAssessment> assessment(ServerSample sample, String slot) {
    return assessor.assess(sample, history).stream()
        .filter(found -> found.slot().equals(slot))
        .findFirst();
  }

  /** A server that was restarted has ended the connection: the second attempt makes a new one. */
  private ServerSample poll() {
    stretch.look(clock.instant());
    Optional<ServerSample> first = poller.poll(history).value();
    return first.orElseGet(this::pollAgain);
  }

  private ServerSample pollAgain() {
    Reading<ServerSample> reading = poller.poll(history);
    return reading.value().orElseThrow(() -> new AssertionError("No sample: " + reading));
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
    try {
      if (watch != null) {
        watch.close();
      }
    } catch (SQLException broken) {
      watch = null; // its server was killed
    }
  }
}
