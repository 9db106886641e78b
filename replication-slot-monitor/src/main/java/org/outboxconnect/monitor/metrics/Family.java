package org.outboxconnect.monitor.metrics;

import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is promised about all series of one name.
 *
 * @param name as a scrape shows it, with {@code _total} and {@code _info}
 * @param type type in OpenMetrics
 * @param unit null if it has none
 * @param help a sentence without a full stop
 * @param labels names of its labels, that of a state set included
 * @param lasting whether series stay with their last value while nothing new is known
 */
record Family(
    String name,
    MetricType type,
    @Nullable Unit unit,
    String help,
    List<String> labels,
    boolean lasting) {

  /** Copies. */
  Family {
    labels = List.copyOf(labels);
  }

  /** Name, help and unit as the library wants them: without the suffix that the type brings. */
  MetricMetadata metadata() {
    return unit == null
        ? new MetricMetadata(baseName(), help)
        : new MetricMetadata(baseName(), help, unit);
  }

  MetricFamilyDescriptor descriptor() {
    LinkedHashSet<String> declared = new LinkedHashSet<>(labels);
    declared.remove(name); // a state set brings this one by itself
    return MetricFamilyDescriptor.of(type, metadata(), declared);
  }

  private String baseName() {
    return switch (type) {
      case COUNTER -> without("_total");
      case INFO -> without("_info");
      case GAUGE, HISTOGRAM, STATESET, SUMMARY, UNKNOWN -> name;
    };
  }

  private String without(String suffix) {
    if (!name.endsWith(suffix)) {
      throw new IllegalArgumentException(
          "Expected a name of type %s to end with %s, found [%s]".formatted(type, suffix, name));
    }
    return name.substring(0, name.length() - suffix.length());
  }
}
