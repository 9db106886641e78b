package org.outboxconnect.monitor.config;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;
import org.outboxconnect.monitor.verdict.Severity;

/**
 * Where alerts are posted.
 *
 * @param name for logs and metrics; unique
 * @param url asked at each request; a secret, because it often holds a token
 * @param format of the body
 * @param minimum what is less severe isn't sent
 * @param repeatInterval after how long an alert that persists is sent again
 */
public record WebhookConfig(
    String name, Supplier<URI> url, Format format, Severity minimum, Duration repeatInterval) {

  /** Format of the body. */
  public enum Format {
    /** An object with all that is known, as in {@code /api/v1/slots}. */
    JSON,
    /** An object with the member {@code text}, as Slack, Mattermost and others take it. */
    SLACK
  }
}
