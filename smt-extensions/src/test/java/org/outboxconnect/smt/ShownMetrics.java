package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.internals.PluginMetricsImpl;

/** What plugins count, in Kafka's own metrics as a worker hands them out. */
final class ShownMetrics implements AutoCloseable {

  private static final String ALIAS = "transformation";

  private final Metrics worker = new Metrics();

  /** Lets a plugin show its metrics, as Connect does; closing the answer takes them away. */
  PluginMetricsImpl of(Monitorable plugin) {
    PluginMetricsImpl metrics =
        new PluginMetricsImpl(worker, new LinkedHashMap<>(Map.of(ALIAS, "step")));
    plugin.withPluginMetrics(metrics);
    return metrics;
  }

  /** Counts by name and, behind a blank, the tags that are ours. */
  Map<String, Object> counts() {
    Map<String, Object> counts = new TreeMap<>();
    worker
        .metrics()
        .forEach(
            (name, metric) -> {
              if (name.group().equals("plugins")) {
                counts.put(title(name), metric.metricValue());
              }
            });
    return counts;
  }

  private static String title(MetricName name) {
    assertThat(name.description()).isNotBlank();
    assertThat(name.tags()).containsEntry(ALIAS, "step");
    Map<String, String> tags = new TreeMap<>(name.tags());
    tags.remove(ALIAS);
    return (name.name() + " " + tags.toString().replaceAll("[{}]", "")).strip();
  }

  @Override
  public void close() {
    worker.close();
  }
}
