package org.outboxconnect.monitor.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;
import org.outboxconnect.monitor.status.MonitorStatus;

/** What a scrape of a status brings. */
final class Scrapes {

  private Scrapes() {}

  /** Values by series, for example {@code outbox_monitor_up{server=db}}. */
  static Map<String, String> of(MonitorStatus status) {
    return OpenMetricsText.parse(text(status, OpenMetricsTextFormatWriter.create())).stream()
        .collect(
            toMap(
                sample ->
                    sample.name() + sample.labels().toString().replace(", ", ",").replace("{}", ""),
                OpenMetricsText.Sample::value,
                (one, other) -> one,
                TreeMap::new));
  }

  static String text(MonitorStatus status, ExpositionFormatWriter format) {
    PrometheusRegistry registry = new PrometheusRegistry();
    registry.register(new StatusMetrics(() -> status));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      format.write(out, registry.scrape());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.toString(UTF_8);
  }
}
