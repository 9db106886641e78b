package org.outboxconnect.monitor.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;

/**
 * One metric of things of one kind.
 *
 * @param family what is promised about it
 * @param series makes its series
 * @param <T> kind of thing
 */
record Metric<T>(Family family, Series<T> series) {

  /** Makes the series of all things. */
  @FunctionalInterface
  interface Series<T> {

    MetricSnapshot of(Map<Labels, T> things);
  }
}
