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

  /** Someone may try a hundred times to find the right setting; there is an end all the same. */
  private static final int MOST_STARTS = 1_000;

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

  /**
   * Shows all counters; Connect calls a plugin's {@code withPluginMetrics} once.
   *
   * <p>When a task can't start because of a plugin further on, Connect 4.1 to 4.4 doesn't close
   * those before it, and their metrics stay until the worker ends. The names are taken then; with a
   * tag {@code start} from 2 on they are not, and a corrected task runs and is seen.
   */
  public void showIn(PluginMetrics metrics) {
    counters.forEach(
        (name, count) -> {
          Gauge<Long> value = (config, now) -> count.sum();
          int start = 1;
          while (!added(metrics, name, start, value)) {
            start++;
          }
        });
  }

  private static boolean added(PluginMetrics metrics, Name name, int start, Gauge<Long> value) {
    LinkedHashMap<String, String> tags = new LinkedHashMap<>(name.tags());
    if (start > 1) {
      tags.put("start", Integer.toString(start));
    }
    try {
      metrics.addMetric(metrics.metricName(name.name(), name.description(), tags), value);
      return true;
    } catch (IllegalArgumentException taken) {
      if (start == MOST_STARTS) {
        throw taken;
      }
      return false;
    }
  }
}
