package org.outboxconnect.monitor.page;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.OutboxStatus;
import org.outboxconnect.monitor.status.ProbeResult;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.Words;
import org.outboxconnect.monitor.verdict.Severity;

/** One server at a glance. */
record ServerCard(ServerStatus server, Instant now, boolean stale) {

  private static final int EVENTS_SHOWN = 3;
  private static final int MAJOR = 10_000;

  void write(Html html) {
    html.element(
        "article",
        card -> {
          Parts.head(card, server.server(), severity(), state());
          failure(card);
          Look look = server.look();
          if (look != null) {
            Parts.figures(card, figures(look));
            look.outboxes().forEach(outbox -> card.element("p", sentence(outbox)));
            unseen(card, look);
          }
          events(card);
        },
        "class",
        "card server " + Words.label(severity()) + (stale ? " stale" : ""));
  }

  private Severity severity() {
    if (server.isUp() && !stale) {
      return Severity.OK;
    }
    if (server.look() == null) {
      return server.failure() == null ? Severity.INFO : Severity.CRITICAL;
    }
    return stale ? Severity.CRITICAL : Severity.WARNING;
  }

  private String state() {
    Look look = server.look();
    if (look == null) {
      return server.failure() == null ? "not looked at yet" : "never answered";
    }
    String age = Human.time(Duration.between(look.at(), now));
    return server.isUp() && !stale
        ? "seen %s ago".formatted(age)
        : "last seen %s ago".formatted(age);
  }

  private void failure(Html card) {
    Reading.Unknown<?> failure = server.failure();
    if (failure != null) {
      String why =
          failure.reason() == Reading.Reason.FAILED
              ? ""
              : " (%s)".formatted(Words.label(failure.reason()).replace('_', ' '));
      card.element(
          "p", "The newest poll failed%s: %s".formatted(why, failure.detail()), "class", "cause");
    }
  }

  private static Map<String, String> figures(Look look) {
    Surroundings around = look.sample().around();
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("Role", look.sample().position().standby() ? "standby" : "primary");
    figures.put("PostgreSQL", version(look.sample().version()));
    around
        .walDirectory()
        .value()
        .ifPresent(found -> figures.put("WAL directory", Human.bytes(found.bytes())));
    around.checkpoint().value().ifPresent(last -> figures.put("Checkpoint", ago(last.age())));
    around.writers().value().ifPresent(open -> figures.put("Oldest transaction", age(open)));
    around
        .prepared()
        .value()
        .filter(open -> open.oldest() != null)
        .ifPresent(open -> figures.put("Oldest prepared", age(open)));
    around
        .archiver()
        .value()
        .filter(Archiver::isFailing)
        .ifPresent(archiver -> figures.put("Archiver", "failing"));
    return figures;
  }

  private static String version(int number) {
    return "%d.%d".formatted(number / MAJOR, number % MAJOR);
  }

  private static String ago(Duration age) {
    return Human.time(age) + " ago";
  }

  private static String age(OpenTransactions open) {
    Oldest oldest = open.oldest();
    return oldest == null ? "none" : Human.time(oldest.age());
  }

  private static String sentence(OutboxStatus outbox) {
    String table =
        "%s.%s".formatted(outbox.sample().watch().schema(), outbox.sample().watch().table());
    return "Outbox %s: %s".formatted(table, waiting(outbox));
  }

  private static String waiting(OutboxStatus outbox) {
    Duration oldest = outbox.oldestUnpublished();
    if (oldest == null) {
      return "not known whether events wait.";
    }
    if (oldest.isZero()) {
      return "no event waits.";
    }
    String count =
        outbox.sample().waiting().value().map(rows -> "; %s wait".formatted(rows(rows))).orElse("");
    return "the oldest event has waited for %s%s.".formatted(Human.time(oldest), count);
  }

  private static String rows(WaitingRows rows) {
    return rows.count() >= WaitingRows.LIMIT
        ? "more than " + Human.several(WaitingRows.LIMIT - 1, "row")
        : Human.several(rows.count(), "row");
  }

  private static void unseen(Html card, Look look) {
    List<ProbeResult> failed =
        ProbeResult.of(look).stream()
            .filter(probe -> Boolean.FALSE.equals(probe.success()))
            .toList();
    if (!failed.isEmpty()) {
      String names = failed.stream().map(ServerCard::unseen).collect(Collectors.joining("; "));
      card.element("p", "Not seen: " + names, "class", "quiet small");
    }
  }

  private static String unseen(ProbeResult probe) {
    String name = probe.probe().replace('_', ' ');
    return probe.reading() instanceof Reading.Unknown<?> unknown
        ? "%s (%s%s)"
            .formatted(
                name, Words.label(unknown.reason()).replace('_', ' '), detail(unknown.detail()))
        : name;
  }

  private static String detail(String detail) {
    return detail.isEmpty() ? "" : ": " + detail;
  }

  private void events(Html card) {
    List<ServerStatus.Event> events = server.events();
    if (!events.isEmpty()) {
      card.element(
          "ul",
          list ->
              events.stream()
                  .skip(Math.max(0, events.size() - EVENTS_SHOWN))
                  .forEach(event -> list.element("li", event(event))),
          "class",
          "events small");
    }
  }

  private String event(ServerStatus.Event event) {
    return "%s: %s".formatted(ago(Duration.between(event.at(), now)), event.text());
  }
}
