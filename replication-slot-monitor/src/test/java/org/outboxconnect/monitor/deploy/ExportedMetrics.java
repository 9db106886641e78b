package org.outboxconnect.monitor.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.outboxconnect.monitor.alert.Alerts;
import org.outboxconnect.monitor.config.WebhookConfig;
import org.outboxconnect.monitor.config.WebhookConfig.Format;
import org.outboxconnect.monitor.verdict.Severity;

/** The names of what the monitor exports, and of what an expression asks for. */
final class ExportedMetrics {

  /** Each line begins with a name; a test holds the list to what the exporter writes. */
  private static final String LIST = "/metrics.txt";

  /** Not a recorded name, which has a colon. */
  private static final Pattern NAME = Pattern.compile("(?<![\\w:])outbox_\\w+(?![\\w:])");

  private ExportedMetrics() {}

  /** Names as in the text format. */
  static Set<String> names() {
    return Stream.concat(status(), alerts()).collect(Collectors.toSet());
  }

  private static Stream<String> status() {
    try (InputStream list = ExportedMetrics.class.getResourceAsStream(LIST)) {
      return new String(list.readAllBytes(), UTF_8)
          .lines()
          .map(line -> line.replaceFirst(" .*", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> alerts() {
    PrometheusRegistry registry = new PrometheusRegistry();
    WebhookConfig webhook =
        new WebhookConfig(
            "any", () -> URI.create("http://none"), Format.JSON, Severity.INFO, Duration.ZERO);
    try (Alerts alerts = new Alerts(List.of(webhook), InstantSource.system());
        ByteArrayOutputStream text = new ByteArrayOutputStream()) {
      alerts.registerIn(registry);
      PrometheusTextFormatWriter.create().write(text, registry.scrape());
      return text.toString(UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.replaceFirst("\\{.*", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names in an expression; the label of a state set is named as its metric. */
  static Set<String> in(String expression) {
    return NAME.matcher(expression)
        .results()
        .map(found -> found.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
