package org.outboxconnect.monitor.alert;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;

/** Whether alerts reach anybody. Each webhook has its series from the start. */
final class AlertMetrics {

  private static final String LABEL = "webhook";

  private final Counter deliveries =
      Counter.builder()
          .name("outbox_alert_deliveries_total")
          .help("Messages that the webhook has accepted.")
          .labelNames(LABEL)
          .build();
  private final Counter failures =
      Counter.builder()
          .name("outbox_alert_delivery_failures_total")
          .help("Attempts to deliver a message that failed, and messages given up.")
          .labelNames(LABEL)
          .build();

  void begin(String webhook) {
    deliveries.initLabelValues(webhook);
    failures.initLabelValues(webhook);
  }

  void delivered(String webhook) {
    deliveries.labelValues(webhook).inc();
  }

  void failed(String webhook) {
    failures.labelValues(webhook).inc();
  }

  void register(PrometheusRegistry registry, List<Webhook> webhooks) {
    registry.register(deliveries);
    registry.register(failures);
    registry.register(
        GaugeWithCallback.builder()
            .name("outbox_alerts_firing")
            .help("Alerts that were told to the webhook and are not over.")
            .labelNames(LABEL)
            .callback(
                callback ->
                    webhooks.forEach(webhook -> callback.call(webhook.firing(), webhook.name())))
            .build());
  }
}
