package org.outboxconnect.smt.internal.plugin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.metrics.Gauge;
import org.apache.kafka.common.metrics.PluginMetrics;

/**
 * Counts what a plugin does, for as long as it lives. Connect shows the counters as metrics of the
 * group {@code plugins}, tagged with connector, task and alias, and takes them away when it closes
 * the plugin. Outside of a worker nobody asks for them, and they count all the same.
 *
 * <p>Counters are declared while the plugin is constructed; adding to one is safe for use by many
 * threads.
 */
public final class PluginCounters {

  private record Name(String name, String description, Map<String, String> tags) {}

  private final Map<Name, LongAdder> counters = new LinkedHashMap<>();

  /**
   * Declares a counter.
   *
   * @param name lower case with dashes, ending in {@code -total}
   * @param description what one more means, and what to do about it if anything
   */
  public LongAdder counter(String name, String description) {
    return counter(name, description, Map.of());
  }

  /**
   * Declares one of several counters of a name, told apart by tags.
   *
   * @param tags a small fixed set of values, none of Connect's own: connector, task, transformation
   */
  public LongAdder counter(String name, String description, Map<String, String> tags) {
    return counters.computeIfAbsent(
        new Name(name, description, Map.copyOf(tags)), made -> new LongAdder());
  }

  /** Shows all counters; Connect calls a plugin's {@code withPluginMetrics} once. */
  public void showIn(PluginMetrics metrics) {
    counters.forEach(
        (name, count) -> {
          Gauge<Long> value = (config, now) -> count.sum();
          metrics.addMetric(
              metrics.metricName(name.name(), name.description(), new LinkedHashMap<>(name.tags())),
              value);
        });
  }
}
