package org.outboxconnect.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.apache.kafka.common.TopicPartition;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.stack.EmbeddedStack;

/** One run of the demo, from an empty folder to the result. Used once, on one thread. */
final class DemoRun {

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int LARGEST_BATCH = 500;

  /** So many steps at least from no event to all: the kill moment can't fall between two polls. */
  private static final int BATCHES_AT_LEAST = 50;

  private final DemoOptions options;
  private final DemoParts parts;
  private final PrintStream out;
  private final PrintStream err;
  private final Counters counters = Counters.fresh();
  private final Progress progress = counters.progress();
  private final Deadline deadline;

  DemoRun(DemoOptions options, DemoParts parts, PrintStream out, PrintStream err) {
    this.options = options;
    this.parts = parts;
    this.out = out;
    this.err = err;
    this.deadline = new Deadline(options.timeLimit(), progress);
  }

  /**
   * Runs, prints the result line and judges it.
   *
   * @throws Exception if the run can't be finished; what it started is gone then, too
   */
  ExitCode run() throws Exception {
    progress.phase("starting PostgreSQL, Kafka and Connect");
    try (ProgressLine line = ProgressLine.start(progress, err);
        EmbeddedStack stack = DemoStack.start(options.connectVersion())) {
      progress.phase("applying the schema");
      DemoDatabase database = DemoDatabase.create(stack.postgres(), DemoStack.PASSWORD);
      Result result = runKeepingLogsOnFailure(stack, database);
      line.stop();
      ExitCode exitCode = report(result, database);
      if (options.keepRunning()) {
        KeepRunning.untilInterrupted(stack, database, err);
      }
      return exitCode;
    }
  }

  private Result runKeepingLogsOnFailure(EmbeddedStack stack, DemoDatabase database) {
    try {
      return run(stack, database);
    } catch (RuntimeException failure) {
      if (Demo.isEnding()) {
        throw failure;
      }
      stack.copyLogsTo(DemoStack.failureLogs());
      throw new DemoException(
          "%s [Hint: the logs are in %s]".formatted(failure.getMessage(), DemoStack.failureLogs()),
          failure.getCause());
    }
  }

  private Result run(EmbeddedStack stack, DemoDatabase database) {
    String bootstrapServers = stack.broker().bootstrapServers();
    int batch = Math.max(1, Math.min(LARGEST_BATCH, options.events() / BATCHES_AT_LEAST));
    Relay relay = new Relay(stack, database);
    try (OrderTopic topic = new OrderTopic(bootstrapServers);
        OrderWriter writer = new OrderWriter(database, outbox(), parts, counters);
        OrderConsumer consumer =
            new OrderConsumer(database, parts, counters, bootstrapServers, batch)) {
      writeBeforeTheConnectorExists(writer);
      createConnector(relay, topic);
      consumer.start();
      awaitEarlyEvents(database);
      OrderWriter.Writing rest = writeTheRest(writer);
      Duration outage = killTheWorker(relay, consumer, topic);
      deadline.await("the writer", LOOK, rest::done);
      awaitTheRelay(database);
      drain(relay, consumer, topic);
      return count(database, consumer.deliveries(), outage);
    }
  }

  private OutboxWriter outbox() {
    return OutboxWriter.builder().mode(options.mode()).build();
  }

  private void writeBeforeTheConnectorExists(OrderWriter writer) {
    progress.phase("writing before the connector exists");
    OrderWriter.Writing early = writer.start(0, options.earlyEvents(), Duration.ZERO);
    deadline.await("the early events", LOOK, early::done);
    progress.requireHealthy();
  }

  private void createConnector(Relay relay, OrderTopic topic) {
    progress.phase("creating the connector");
    relay.create(deadline);
    progress.phase("waiting for the first event");
    deadline.await("topic " + OrderTopic.NAME, LOOK, topic::exists);
  }

  /** So that the open loop measures the road, and not the start of a connector. */
  private void awaitEarlyEvents(DemoDatabase database) {
    String end = database.logPosition();
    deadline.await(
        "the events written before the connector existed",
        LOOK,
        () -> progress.consumedEvents() >= options.earlyEvents() || database.relayConfirmed(end));
  }

  private OrderWriter.Writing writeTheRest(OrderWriter writer) {
    progress.phase("writing %d events per second".formatted(options.rate()));
    counters.latencies().open();
    Duration interval = Duration.ofSeconds(1).dividedBy(options.rate());
    return writer.start(options.earlyEvents(), options.events(), interval);
  }

  private Duration killTheWorker(Relay relay, OrderConsumer consumer, OrderTopic topic) {
    if (!options.kill()) {
      return Duration.ZERO;
    }
    KillMoment moment = new KillMoment(options.events());
    return new Outage(moment, counters, consumer.deliveries(), topic)
        .make(relay.worker(), deadline);
  }

  /**
   * Waits until all is applied, or until the relay says that it has nothing left to send: what is
   * missing then is lost, and waiting longer would only hide it behind a time-out.
   */
  private void awaitTheRelay(DemoDatabase database) {
    progress.requireHealthy();
    progress.phase("waiting for the rest");
    String end = database.logPosition();
    deadline.await(
        "the relay to send the rest",
        LOOK,
        () -> isAllApplied(database) || database.relayConfirmed(end));
  }

  private boolean isAllApplied(DemoDatabase database) {
    return progress.consumedEvents() >= progress.committedEvents() && database.lost() == 0;
  }

  /** A stopped connector sends no repeat any more, so the topic's end is the end of the run. */
  private void drain(Relay relay, OrderConsumer consumer, OrderTopic topic) {
    progress.phase("draining the topic");
    relay.stop(deadline);
    Map<TopicPartition, Long> end = topic.end();
    deadline.await("the end of the topic", LOOK, () -> consumer.deliveries().reached(end));
    if (options.keepRunning()) {
      relay.resume();
    }
  }

  private Result count(DemoDatabase database, Deliveries deliveries, Duration outage) {
    Histogram latencies = counters.latencies().histogram();
    return new Result(
        database.written(),
        deliveries.delivered(),
        database.applied(),
        database.lost(),
        database.duplicatesApplied(),
        database.outOfOrder(),
        database.outboxRows(),
        deliveries.redelivered(),
        outage.toMillis(),
        latencies.getValueAtPercentile(50) / 1000.0,
        latencies.getValueAtPercentile(99) / 1000.0);
  }

  private ExitCode report(Result result, DemoDatabase database) {
    Verdict verdict = Verdict.of(options.mode(), result, database.uncommitted());
    verdict.broken().forEach(sentence -> err.println("BROKEN PROMISE. " + sentence));
    out.println(result.line());
    out.flush();
    return verdict.exitCode();
  }
}
