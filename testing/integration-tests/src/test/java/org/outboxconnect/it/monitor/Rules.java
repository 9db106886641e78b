package org.outboxconnect.it.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.outboxconnect.it.cdc.CdcRoad;

/** The packaged alert rules, evaluated by promtool on what was scraped. */
final class Rules {

  private static final Path ALERTS =
      CdcRoad.root().resolve("deploy/prometheus/outbox-alerts.rules.yml");

  private Rules() {}

  /**
   * Tells what promtool says about an alert.
   *
   * @param second since the first scrape
   * @param expected lines of {@code exp_samples} for the alerts that fire, without the name
   * @return what it printed; empty if the expectation is met
   */
  static String evaluate(Path folder, Scrapes scrapes, String alert, int second, String... expected)
      throws IOException, InterruptedException {
    StringBuilder samples = new StringBuilder();
    for (String labels : expected) {
      samples.append(
          "          - {labels: 'ALERTS{alertname=\"%s\",alertstate=\"firing\",%s}', value: 1}%n"
              .formatted(alert, labels));
    }
    Path test = folder.resolve("scraped.test.yml");
    Files.writeString(
        test,
        """
        rule_files: ['%s']
        evaluation_interval: %ds
        tests:
          - interval: %ds
            input_series:
        %s    promql_expr_test:
              - expr: ALERTS{alertname="%s",alertstate="firing"}
                eval_time: %ds
                exp_samples:%s
        """
            .formatted(
                ALERTS,
                Scrapes.SECONDS,
                Scrapes.SECONDS,
                scrapes.asInputSeries(),
                alert,
                second,
                expected.length == 0 ? " []" : "\n" + samples));
    return promtool(test);
  }

  private static String promtool(Path test) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("promtool", "test", "rules", test.toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return process.waitFor() == 0 ? "" : output;
  }
}
