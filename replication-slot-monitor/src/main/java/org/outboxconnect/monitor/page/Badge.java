package org.outboxconnect.monitor.page;

import org.outboxconnect.monitor.status.Words;
import org.outboxconnect.monitor.verdict.Severity;

/** A severity in colour, shape and word, so that nobody has to tell colours apart. */
final class Badge {

  private Badge() {}

  static void write(Html html, Severity severity, String text) {
    html.element(
        "span",
        badge -> {
          icon(badge, severity);
          badge
              .element("span", word(severity), "class", "word")
              .text(" ")
              .element("span", text, "class", "what");
        },
        "class",
        "badge " + Words.label(severity));
  }

  /** Refers to a symbol that {@link StatusPage} draws once. */
  static void icon(Html html, Severity severity) {
    html.element(
        "svg",
        svg -> svg.element("use", "", "href", "#icon-" + Words.label(severity)),
        "class",
        "icon",
        "viewBox",
        "0 0 24 24",
        "aria-hidden",
        "true");
  }

  static String word(Severity severity) {
    return severity == Severity.OK ? "OK" : Human.sentenceCase(Words.label(severity));
  }
}
