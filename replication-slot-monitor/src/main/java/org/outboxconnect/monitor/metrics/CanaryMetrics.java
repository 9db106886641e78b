package org.outboxconnect.monitor.metrics;

import static io.prometheus.metrics.model.snapshots.Unit.SECONDS;

import java.util.List;
import org.outboxconnect.monitor.status.CanaryStatus;

/** Metrics about canaries. */
final class CanaryMetrics {

  static final Group<CanaryStatus> GROUP =
      new Group<CanaryStatus>(
              List.of("server", "slot"),
              canary -> List.of(canary.server(), canary.slot()),
              canary -> false)
          .gauge(
              "outbox_canary_confirmed_seconds",
              SECONDS,
              "How long the newest confirmed message took until the slot's consumer confirmed it",
              canary -> Numbers.seconds(canary.confirmedAfter()))
          .gauge(
              "outbox_canary_waiting_seconds",
              SECONDS,
              "How long the oldest unconfirmed message has waited; 0 if none does",
              canary -> Numbers.seconds(canary.waiting()))
          .gauge(
              "outbox_canary_arrived_seconds",
              SECONDS,
              "How long the newest message took that was seen in Kafka",
              canary -> Numbers.seconds(canary.arrivedAfter()));

  private CanaryMetrics() {}
}
