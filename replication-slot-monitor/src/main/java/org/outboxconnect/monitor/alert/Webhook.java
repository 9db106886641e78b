package org.outboxconnect.monitor.alert;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.alert.Post.Outcome;
import org.outboxconnect.monitor.config.WebhookConfig;

/**
 * One webhook: what it has to be told, and a thread that tells it, begun with the first message.
 * Safe for use by many threads.
 */
final class Webhook implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Webhook.class.getName());
  private static final int MOST_WAITING = 1_000;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final WebhookConfig config;
  private final InstantSource clock;
  private final AlertMetrics metrics;
  private final Backoff backoff;
  private final AlertBook book;
  private final Undelivered undelivered = new Undelivered(MOST_WAITING);
  private volatile int firing;
  private @Nullable Thread thread;
  private boolean closed;

  Webhook(WebhookConfig config, InstantSource clock, AlertMetrics metrics, Backoff backoff) {
    this.config = config;
    this.clock = clock;
    this.metrics = metrics;
    this.backoff = backoff;
    this.book = new AlertBook(config.minimum(), config.repeatInterval());
    metrics.begin(config.name());
  }

  String name() {
    return config.name();
  }

  int firing() {
    return firing;
  }

  /** Never waits for the network. */
  synchronized void see(Sighting sighting) {
    book.see(sighting).forEach(this::enqueue);
    firing = book.firing();
  }

  private void enqueue(AlertMessage message) {
    if (!undelivered.add(message)) {
      metrics.failed(name());
      LOG.log(Level.ERROR, "Webhook [{0}]: too many messages wait, the oldest was dropped", name());
    }
    if (thread == null && !closed) {
      thread = new Thread(this::deliver, "alerts-" + name());
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void deliver() {
    try {
      Post post = new Post(PATIENCE);
      int failures = 0;
      while (!Thread.currentThread().isInterrupted()) {
        failures = deliver(undelivered.awaitFirst(), post, failures);
        if (failures > 0) {
          Thread.sleep(backoff.after(failures).toMillis());
        }
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** The number of failures in a row after this attempt. */
  private int deliver(AlertMessage message, Post post, int failuresBefore)
      throws InterruptedException {
    Outcome outcome =
        post.send(config.url(), () -> AlertBody.of(message, config.format(), clock.instant()));
    if (outcome.kind() != Outcome.Kind.FAILED) {
      undelivered.remove(message);
    }
    switch (outcome.kind()) {
      case DELIVERED -> metrics.delivered(name());
      case FAILED, REFUSED -> metrics.failed(name());
    }
    log(outcome, failuresBefore);
    return outcome.kind() == Outcome.Kind.FAILED ? failuresBefore + 1 : 0;
  }

  /** The first failure of a row and its end, not each attempt. */
  private void log(Outcome outcome, int failuresBefore) {
    switch (outcome.kind()) {
      case DELIVERED -> {
        if (failuresBefore > 0) {
          LOG.log(Level.INFO, "Webhook [{0}] accepts messages again", name());
        }
      }
      case FAILED -> {
        if (failuresBefore == 0) {
          LOG.log(Level.WARNING, "Webhook [{0}] fails ({1}); trying again", name(), outcome.why());
        }
      }
      case REFUSED ->
          LOG.log(
              Level.ERROR,
              "Webhook [{0}] refused a message ({1}). [Hint: is its format right?]",
              name(),
              outcome.why());
    }
  }

  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      running = thread;
    }
    if (running != null) {
      running.interrupt();
    }
  }
}
