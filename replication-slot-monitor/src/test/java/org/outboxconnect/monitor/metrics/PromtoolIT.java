package org.outboxconnect.monitor.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.Statuses;
import org.outboxconnect.testing.RequiredTool;

/** Prometheus' own tool has nothing against our metrics. */
@RequiredTool("promtool")
@DisplayNameGeneration(ReplaceUnderscores.class)
class PromtoolIT {

  private static final long GENEROUS_SECONDS = 60;

  @Test
  void should_find_nothing_to_complain_about() throws Exception {
    for (MonitorStatus status : new MonitorStatus[] {Statuses.eventful(), Statuses.hostile()}) {
      assertThat(check(Scrapes.text(status, PrometheusTextFormatWriter.create()))).isEmpty();
    }
  }

  @Test
  void should_complain_when_a_name_is_wrong() throws Exception {
    assertThat(
            check(
                "# HELP lag_milliseconds Lag\n# TYPE lag_milliseconds gauge\nlag_milliseconds 1\n"))
        .contains("lag_milliseconds");
  }

  private static String check(String scrape) throws Exception {
    Process promtool =
        new ProcessBuilder("promtool", "check", "metrics").redirectErrorStream(true).start();
    try (OutputStream in = promtool.getOutputStream()) {
      in.write(scrape.getBytes(UTF_8));
    }
    String said = new String(promtool.getInputStream().readAllBytes(), UTF_8);
    assertThat(promtool.waitFor(GENEROUS_SECONDS, TimeUnit.SECONDS)).isTrue();
    return said;
  }
}
