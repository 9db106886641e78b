package org.outboxconnect.monitor.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.outboxconnect.monitor.verdict.Severity;

/** Parts that several sections of the page have in common. */
final class Parts {

  private Parts() {}

  /** A section of cards, left out if there is none; the heading names it. */
  static <T> void cards(Html html, String heading, List<T> things, BiConsumer<Html, T> card) {
    String id = heading.toLowerCase(Locale.ROOT);
    if (things.isEmpty()) {
      return;
    }
    html.element(
        "section",
        section -> {
          section.element("h2", heading, "id", id);
          section.element(
              "div", grid -> things.forEach(thing -> card.accept(grid, thing)), "class", "grid");
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
