package org.outboxconnect.monitor.alert;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * An alert as a few lines of text, with the three characters escaped that Slack gives a meaning.
 */
final class SlackText {

  private SlackText() {}

  static String of(AlertMessage message) {
    Finding finding = message.finding();
    StringBuilder text = new StringBuilder(headline(message));
    if (message.isFiring()) {
      text.append('\n').append(escape(finding.cause()));
      finding.actions().forEach(action -> text.append("\n• ").append(escape(action)));
    }
    return text.toString();
  }

  private static String headline(AlertMessage message) {
    Finding finding = message.finding();
    String what = "%s: %s".formatted(escape(finding.subject().toString()), finding.kind());
    String since = "since " + seconds(message.since());
    return switch (message.reason()) {
      case NEW -> "[%s] %s".formatted(severity(finding), what);
      case ESCALATED -> "[%s] %s, worse than before, %s".formatted(severity(finding), what, since);
      case CHANGED -> "[%s] %s, another than before, %s".formatted(severity(finding), what, since);
      case REPEATED -> "[%s] %s, still, %s".formatted(severity(finding), what, since);
      case RESOLVED -> "[RESOLVED] %s, %s".formatted(what, since);
    };
  }

  private static String severity(Finding finding) {
    return finding.severity().name().toUpperCase(Locale.ROOT);
  }

  private static Instant seconds(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS);
  }

  /** The ampersand first, so that no escape is escaped again. */
  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
