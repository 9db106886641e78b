package org.outboxconnect.monitor.page;

import java.util.Map;
import java.util.function.Consumer;
import org.outboxconnect.monitor.verdict.Severity;

/** Parts that several sections of the page have in common. */
final class Parts {

  private Parts() {}

  /** A section with its heading; the heading names it for those who don't see it. */
  static void section(Html html, String id, String heading, Consumer<Html> inner) {
    html.element(
        "section",
        section -> {
          section.element("h2", heading, "id", id);
          inner.accept(section);
        },
        "aria-labelledby",
        id);
  }

  /** What a card is about, and how that fares. */
  static void head(Html card, String name, Severity severity, String state) {
    card.element(
        "header",
        head -> {
          head.element("h3", name, "class", "name");
          Badge.write(head, severity, state);
        });
  }

  /** Names and values side by side. */
  static void figures(Html html, Map<String, String> figures) {
    if (figures.isEmpty()) {
      return;
    }
    html.element(
        "dl",
        list ->
            figures.forEach(
                (name, value) ->
                    list.element("div", pair -> pair.element("dt", name).element("dd", value))),
        "class",
        "figures");
  }
}
