package org.outboxconnect.monitor.page;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.status.Words;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;

/** One slot: what is said about it, on what grounds, and what to do. */
record SlotCard(SlotStatus slot, Instant now, String id) {

  /** The gravest first; one that may be wrong by now stands among the warnings at least. */
  static final Comparator<SlotStatus> ORDER =
      Comparator.comparing(SlotCard::importance, Comparator.reverseOrder());

  private static Severity importance(SlotStatus slot) {
    Severity severity = Headline.severity(slot);
    return slot.stale() ? severity.atLeast(Severity.WARNING) : severity;
  }

  void write(Html html) {
    Judgement judgement = slot.assessment().judgement();
    boolean urgent = judgement.severity().compareTo(Severity.WARNING) >= 0;
    html.element(
        "article",
        card -> {
          head(card, judgement);
          card.element("div", verdict -> verdict(verdict, judgement), "class", "verdict");
          drawing(card);
          Parts.figures(card, Figures.of(slot));
          further(card);
        },
        "class",
        "card slot %s%s%s"
            .formatted(
                Words.label(importance(slot)),
                urgent ? " urgent" : "",
                slot.stale() ? " stale" : ""),
        "aria-labelledby",
        id);
  }

  private void head(Html card, Judgement judgement) {
    card.element(
        "header",
        head -> {
          head.element("h3", slot.assessment().slot(), "id", id, "class", "name");
          Badge.write(head, judgement.severity(), label(judgement));
          if (slot.stale()) {
            String age = Human.time(Duration.between(slot.look().at(), now));
            Badge.write(head, Severity.WARNING, "stale, last seen %s ago".formatted(age));
          }
          if (!slot.assessment().expected()) {
            head.element("span", "not expected", "class", "tag");
          }
          head.element("p", where(), "class", "quiet");
        });
  }

  private static String label(Judgement judgement) {
    return judgement.verdict().label().replace('_', ' ');
  }

  private String where() {
    SlotSample sample = slot.assessment().sample();
    Stream<String> parts =
        sample == null
            ? Stream.of(slot.server())
            : Stream.of(
                slot.server(),
                sample.identity().logical() ? sample.identity().database() : "physical",
                sample.identity().plugin());
    return parts.filter(part -> part != null).collect(Collectors.joining(" · "));
  }

  private void verdict(Html verdict, Judgement judgement) {
    verdict.element("p", judgement.cause() + ".", "class", "cause");
    String outlook = Outlook.of(slot);
    if (!outlook.isEmpty()) {
      verdict.element("p", outlook);
    }
    if (!judgement.actions().isEmpty()) {
      verdict.element("h4", "What to do first");
      verdict.element(
          "ol",
          list -> judgement.actions().forEach(action -> list.element("li", action)),
          "class",
          "actions");
    }
    evidence(verdict, judgement);
  }

  private static void evidence(Html html, Judgement judgement) {
    if (judgement.severity() != Severity.OK && !judgement.evidence().isEmpty()) {
      String numbers =
          judgement.evidence().stream().map(Human::evidence).collect(Collectors.joining(" · "));
      html.element("p", "Evidence: " + numbers, "class", "quiet small");
    }
  }

  private void drawing(Html card) {
    Trend trend = Trend.of(slot);
    if (trend.isDrawable()) {
      card.element(
          "figure",
          figure -> {
            new Sparkline(trend).write(figure, slot.assessment().slot(), id + "-trend");
            figure.element("figcaption", trend.caption());
          });
    }
  }

  private void further(Html card) {
    List<Judgement> further =
        slot.assessment().judgements().stream()
            .skip(1)
            .filter(one -> one.severity() != Severity.OK)
            .toList();
    if (!further.isEmpty()) {
      card.element(
          "div",
          also -> {
            also.element("h4", "Also");
            further.forEach(one -> also(also, one));
          },
          "class",
          "also");
    }
  }

  private static void also(Html html, Judgement judgement) {
    html.element(
        "p",
        line -> {
          Badge.write(line, judgement.severity(), label(judgement));
          line.text(" " + judgement.cause() + ".");
        });
    if (!judgement.actions().isEmpty()) {
      html.element("p", "First: " + judgement.actions().get(0) + ".", "class", "quiet");
    }
  }
}
