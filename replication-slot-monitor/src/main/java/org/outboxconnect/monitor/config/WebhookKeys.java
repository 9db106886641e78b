package org.outboxconnect.monitor.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.verdict.Severity;

/** Settings of the webhooks. */
final class WebhookKeys {

  static final Scalar<String> NAME =
      Scalar.required("name", Shapes.TEXT, "Value of the label `webhook`; no two have the same.");

  static final Scalar<URI> URL =
      Scalar.optional(
              "url",
              Shapes.WEB_URL,
              "Where alerts are posted. It often holds a token: better kept in a file.")
          .insteadOf("url-file");

  static final Scalar<Path> URL_FILE =
      Scalar.optional("url-file", Shapes.FILE, "File with the URL, read at each request.")
          .insteadOf("url");

  static final Scalar<WebhookConfig.Format> FORMAT =
      Scalar.withDefault(
          "format",
          Shapes.word(List.of(WebhookConfig.Format.values())),
          "json",
          "`json` posts an object with all that is known; `slack` one with the member `text`, as"
              + " Slack, Mattermost and others take it.");

  static final Scalar<Severity> MIN_SEVERITY =
      Scalar.withDefault(
          "min-severity",
          Shapes.word(List.of(Severity.INFO, Severity.WARNING, Severity.CRITICAL)),
          "warning",
          "What is less severe isn't sent.");

  static final Scalar<Duration> REPEAT_INTERVAL =
      Scalar.withDefault(
          "repeat-interval",
          Shapes.duration("1m", "365d"),
          "4h",
          "After how long an alert that persists is sent again.");

  static final Group WEBHOOKS =
      Group.list(
          "webhooks",
          "Where alerts go, beside those of Prometheus.",
          NAME,
          URL,
          URL_FILE,
          FORMAT,
          MIN_SEVERITY,
          REPEAT_INTERVAL);

  private WebhookKeys() {}
}
