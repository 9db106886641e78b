package org.outboxconnect.monitor.alert;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.List;
import org.outboxconnect.monitor.config.WebhookConfig;
import org.outboxconnect.monitor.status.MonitorStatus;

/**
 * Tells webhooks what is wrong with slots and servers.
 *
 * <p>There is one alert at most about each slot and each server. It is told once something was
 * wrong at two polls in a row, or at once if the slot is lost or missing, has a gap or a failed
 * task, or if the server counts as stale; again when it becomes worse or something else is wrong;
 * again after the webhook's repeat interval; and when nothing was wrong at three polls in a row.
 * After a restart what is still wrong is told anew, and what has ended meanwhile isn't told.
 *
 * <p>A message that can't be delivered is tried again without end, at longer and longer intervals,
 * until a newer one about the same subject takes its place. Each webhook has a daemon thread of its
 * own, so that a dead one delays neither polls nor the other webhooks. Safe for use by many
 * threads.
 */
public final class Alerts implements AutoCloseable {

  private final AlertMetrics metrics = new AlertMetrics();
  private final Sightings sightings = new Sightings();
  private final List<Webhook> webhooks;

  /** Starts nothing before there is something to tell. */
  public Alerts(List<WebhookConfig> webhooks, InstantSource clock) {
    this(webhooks, clock, Backoff.USUAL);
  }

  Alerts(List<WebhookConfig> webhooks, InstantSource clock, Backoff backoff) {
    this.webhooks =
        webhooks.stream().map(config -> new Webhook(config, clock, metrics, backoff)).toList();
  }

  /** Adds the counters of deliveries and failures and the number of alerts; once per registry. */
  public void registerIn(PrometheusRegistry registry) {
    metrics.register(registry, webhooks);
  }

  /** Takes note of a status after a poll; never waits for a webhook. */
  public synchronized void accept(MonitorStatus status) {
    for (Sighting sighting : sightings.of(status)) {
      webhooks.forEach(webhook -> webhook.see(sighting));
    }
  }

  /** Ends the threads; what isn't delivered by then is lost. */
  @Override
  public void close() {
    webhooks.forEach(Webhook::close);
  }
}
