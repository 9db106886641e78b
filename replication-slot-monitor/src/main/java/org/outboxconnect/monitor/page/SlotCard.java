package org.outboxconnect.monitor.page;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.status.Words;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;

/** One slot: what is said about it, on what grounds, and what to do. */
record SlotCard(SlotStatus slot, String id) {

  void write(Html html) {
    Severity severity = Headline.severity(slot);
    html.element(
        "article",
        card -> {
          head(card);
          verdict(card);
          drawing(card);
          Parts.figures(card, Figures.of(slot));
          further(card);
        },
        "class",
        "card slot " + Words.label(severity) + (slot.stale() ? " stale" : ""),
        "aria-labelledby",
        id);
  }

  private void head(Html card) {
    card.element(
        "header",
        head -> {
          head.element("h3", slot.assessment().slot(), "id", id, "class", "name");
          head.element("p", where(), "class", "quiet");
          Judgement judgement = slot.assessment().judgement();
          Badge.write(head, judgement.severity(), judgement.verdict().label().replace('_', ' '));
          if (slot.stale()) {
            head.element("span", "as last seen, may be wrong by now", "class", "tag");
          }
          if (!slot.assessment().expected()) {
            head.element("span", "not expected", "class", "tag");
          }
        });
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

  private void verdict(Html card) {
    Judgement judgement = slot.assessment().judgement();
    card.element(
        "div",
        verdict -> {
          verdict.element("p", judgement.cause() + ".", "class", "cause");
          String outlook = Outlook.of(slot);
          if (!outlook.isEmpty()) {
            verdict.element("p", outlook);
          }
          actions(verdict, judgement.actions());
          evidence(verdict, judgement);
        },
        "class",
        "verdict");
  }

  private static void actions(Html html, List<String> actions) {
    if (!actions.isEmpty()) {
      html.element("h4", "What to do first");
      html.element(
          "ol", list -> actions.forEach(action -> list.element("li", action)), "class", "actions");
    }
  }

  private static void evidence(Html html, Judgement judgement) {
    if (judgement.severity().compareTo(Severity.INFO) >= 0 && !judgement.evidence().isEmpty()) {
      String numbers =
          judgement.evidence().stream().map(Human::evidence).collect(Collectors.joining(" · "));
      html.element("p", "Evidence: " + numbers, "class", "quiet small");
    }
  }

  private void drawing(Html card) {
    Trend trend = Trend.of(slot);
    card.element(
        "figure",
        figure -> {
          if (trend.isDrawable()) {
            new Sparkline(trend).write(figure, slot.assessment().slot(), id + "-trend");
          }
          figure.element("figcaption", trend.isDrawable() ? trend.caption() : "No trend yet");
        });
  }

  private void further(Html card) {
    List<Judgement> all = slot.assessment().judgements();
    List<Judgement> further =
        all.stream().skip(1).filter(one -> one.severity() != Severity.OK).toList();
    if (!further.isEmpty()) {
      card.element("h4", "Also");
      card.element(
          "ul",
          list -> further.forEach(one -> list.element("li", item -> also(item, one))),
          "class",
          "also");
    }
  }

  private static void also(Html item, Judgement judgement) {
    Badge.write(item, judgement.severity(), judgement.verdict().label().replace('_', ' '));
    item.element("p", judgement.cause() + ".");
    if (!judgement.actions().isEmpty()) {
      item.element("p", "First: " + judgement.actions().get(0) + ".", "class", "quiet");
    }
  }
}
