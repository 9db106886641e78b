package org.outboxconnect.demo;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.outboxconnect.stack.connect.ConnectWorker;

/** Kills the worker at the right moment, starts it again and takes the time that nothing came. */
final class Outage {

  private static final Duration LOOK = Duration.ofNanos(500_000);

  private final KillMoment moment;
  private final Counters counters;
  private final Deliveries deliveries;
  private final OrderTopic topic;

  Outage(KillMoment moment, Counters counters, Deliveries deliveries, OrderTopic topic) {
    this.moment = moment;
    this.counters = counters;
    this.deliveries = deliveries;
    this.topic = topic;
  }

  /**
   * Waits for the moment, kills, starts again and returns when the first record of the restarted
   * worker has been read.
   *
   * @return from the kill to that record's poll
   * @throws DemoException if the moment was missed or time ran out
   */
  Duration make(ConnectWorker worker, Deadline deadline) {
    deadline.await("the moment to kill the worker", LOOK, this::isNow);
    counters.latencies().close();
    long killNanos = System.nanoTime();
    worker.kill();
    // Nobody can produce now, so whatever lies behind this end comes from the new process.
    Map<TopicPartition, Long> end = topic.end();
    deliveries.relayRestarts(end);
    counters.progress().phase("worker killed, starting it again");
    worker.start();
    deadline.await(
        "the first record of the restarted worker",
        Duration.ofMillis(20),
        () -> deliveries.afterRestartNanos().isPresent());
    counters.progress().phase("worker is back");
    long firstNanos = deliveries.afterRestartNanos().orElseThrow();
    return Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(firstNanos - killNanos));
  }

  private boolean isNow() {
    Progress progress = counters.progress();
    long committed = progress.committedEvents();
    long consumed = progress.consumedEvents();
    return switch (moment.decide(committed, consumed)) {
      case WAIT -> false;
      case KILL -> true;
      case MISSED ->
          throw new DemoException(
              ("The moment to kill the worker was missed: %d of %d events were consumed before one"
                      + " was found committed but not consumed. This run proves nothing."
                      + " [Hint: run it again, with a higher --rate or more --events]")
                  .formatted(consumed, moment.events()));
    };
  }
}
