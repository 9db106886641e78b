package org.outboxconnect.monitor.http;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import org.jspecify.annotations.Nullable;

/** All metrics of a registry, in the format that the client asks for. */
record Scrape(PrometheusRegistry registry) implements Resource {

  private static final OpenMetricsTextFormatWriter OPEN_METRICS =
      OpenMetricsTextFormatWriter.create();
  private static final PrometheusTextFormatWriter PROMETHEUS = PrometheusTextFormatWriter.create();

  @Override
  public Answer answer(@Nullable String accept) {
    ExpositionFormatWriter format = OPEN_METRICS.accepts(accept) ? OPEN_METRICS : PROMETHEUS;
    MetricSnapshots snapshots = registry.scrape();
    return new Answer(Answer.OK, format.getContentType(), out -> format.write(out, snapshots));
  }
}
