package org.outboxconnect.monitor.connect;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Connector;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;

/**
 * One configured connector: read in the thread of its cluster, never twice at a time, and shown to
 * any thread.
 */
final class ConnectorWatch {

  private static final Logger LOG = System.getLogger(ConnectorWatch.class.getName());

  private final Connector config;
  private final ConnectorProbe probe;
  private volatile @Nullable Found newest;
  private @Nullable Future<?> pending;

  /**
   * A reading with its times by {@link System#nanoTime}.
   *
   * @param begun before the first request
   * @param ended after the last one
   */
  record Found(Reading<ConnectSample> reading, long begun, long ended) {}

  ConnectorWatch(Connector config, ConnectorProbe probe) {
    this.config = config;
    this.probe = probe;
  }

  Connector config() {
    return config;
  }

  /** The newest reading; empty before the first. */
  Optional<Found> newest() {
    return Optional.ofNullable(newest);
  }

  /** Asks for a reading, unless one is on its way. */
  synchronized Future<?> ask(ExecutorService thread) {
    Future<?> current = pending;
    if (current == null || current.isDone()) {
      current = thread.submit(this::read);
      pending = current;
    }
    return current;
  }

  private void read() {
    long begun = System.nanoTime();
    Reading<ConnectSample> reading = guarded();
    noteChange(reading);
    newest = new Found(reading, begun, System.nanoTime());
  }

  private Reading<ConnectSample> guarded() {
    try {
      return probe.read(config.name());
    } catch (RuntimeException failure) { // for one, the password could not be had
      return Reading.unknown(Reason.FAILED, "the request failed: " + failure);
    }
  }

  private void noteChange(Reading<ConnectSample> reading) {
    Found before = newest;
    boolean same = before != null && before.reading().whyUnknown().equals(reading.whyUnknown());
    if (!same && reading instanceof Reading.Unknown<ConnectSample> unknown) {
      LOG.log(
          Level.WARNING, "Connector [{0}] can''t be read: {1}", config.name(), unknown.detail());
    }
  }
}
