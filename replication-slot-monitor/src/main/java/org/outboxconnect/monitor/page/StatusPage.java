package org.outboxconnect.monitor.page;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.status.Words;
import org.outboxconnect.monitor.verdict.Severity;

/**
 * The status as one HTML document that needs no script and no other request. Stateless.
 *
 * <p>The gravest slots come first. Each severity has a colour, a shape and a word.
 */
public final class StatusPage {

  private static final Own STYLE = Own.read("status.css");
  private static final Own ICONS = Own.read("icons.svg");

  private StatusPage() {}

  /** The only style that the page has, and nothing else; a picture for the tab. */
  public static String contentSecurityPolicy() {
    return "default-src 'none'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        .formatted(STYLE.sha256());
  }

  /** The whole document. */
  public static String render(MonitorStatus status) {
    Headline headline = Headline.of(status);
    Html html = new Html().doctype();
    html.element(
        "html",
        root -> {
          root.element("head", head -> head(head, status, headline));
          root.element("body", body -> body(body, status, headline));
        },
        "lang",
        "en");
    return html.toString();
  }

  private static void head(Html head, MonitorStatus status, Headline headline) {
    head.empty("meta", "charset", "utf-8");
    head.element("title", headline.sentence() + " – replication slots");
    head.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    head.empty("meta", "name", "color-scheme", "content", "light dark");
    head.empty("meta", "http-equiv", "refresh", "content", Long.toString(reloadSeconds(status)));
    head.empty("link", "rel", "icon", "href", TabIcon.of(headline.severity()));
    head.element("style", style -> style.own(STYLE.text()));
  }

  private static long reloadSeconds(MonitorStatus status) {
    return Math.max(1, status.pollInterval().toSeconds());
  }

  private static void body(Html body, MonitorStatus status, Headline headline) {
    body.own(ICONS.text());
    body.element("header", top -> top(top, status), "class", "top");
    body.element(
        "main",
        main -> {
          headline(main, headline, status.slots());
          slots(main, status);
          servers(main, status);
          Parts.cards(main, "Connectors", status.connectors(), ConnectCards::connector);
          Parts.cards(main, "Canaries", status.canaries(), ConnectCards::canary);
        });
    body.element("footer", foot -> foot(foot, status));
  }

  private static void top(Html top, MonitorStatus status) {
    top.element("p", "Replication slot monitor", "class", "product");
    top.element(
        "p",
        moment ->
            moment
                .text("As of ")
                .element("time", Human.moment(status.at()), "datetime", status.at().toString()),
        "class",
        "quiet");
  }

  private static void headline(Html main, Headline headline, List<SlotStatus> slots) {
    main.element(
        "div",
        box -> {
          Badge.icon(box, headline.severity());
          box.element(
              "div",
              words -> {
                words.element("h1", headline.sentence());
                if (!headline.detail().isEmpty()) {
                  words.element("p", headline.detail());
                }
                counts(words, slots);
              });
        },
        "class",
        "headline " + Words.label(headline.severity()));
  }

  private static void counts(Html html, List<SlotStatus> slots) {
    List<Severity> said =
        Stream.of(Severity.CRITICAL, Severity.WARNING, Severity.INFO, Severity.OK)
            .filter(severity -> Headline.count(slots, severity) > 0)
            .toList();
    if (said.size() > 1) {
      html.element(
          "ul",
          list ->
              said.forEach(severity -> list.element("li", item -> count(item, slots, severity))),
          "class",
          "counts");
    }
  }

  private static void count(Html item, List<SlotStatus> slots, Severity severity) {
    item.element("strong", Human.count(Headline.count(slots, severity)))
        .text(" " + Badge.word(severity));
  }

  /** The place of a slot makes its id: names may hold anything. */
  private static void slots(Html main, MonitorStatus status) {
    List<SlotStatus> slots = status.slots().stream().sorted(SlotCard.ORDER).toList();
    List<SlotCard> cards =
        IntStream.range(0, slots.size())
            .mapToObj(place -> new SlotCard(slots.get(place), status.at(), "slot-" + place))
            .toList();
    Parts.cards(main, "Slots", cards, (grid, card) -> card.write(grid));
  }

  private static void servers(Html main, MonitorStatus status) {
    Parts.cards(
        main, "Servers", status.servers(), (grid, server) -> card(server, status).write(grid));
  }

  private static ServerCard card(ServerStatus server, MonitorStatus status) {
    boolean stale = server.look() != null && server.isStale(status.at(), status.pollInterval());
    return new ServerCard(server, status.at(), stale);
  }

  private static void foot(Html foot, MonitorStatus status) {
    foot.element(
        "p",
        line ->
            line.text("Reloads by itself every %d s. The same as ".formatted(reloadSeconds(status)))
                .element("a", "JSON", "href", "api/v1/slots")
                .text(" and as ")
                .element("a", "metrics", "href", "metrics")
                .text("."),
        "class",
        "quiet small");
  }
}
