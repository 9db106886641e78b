package org.outboxconnect.monitor.page;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.forecast.Limit;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.status.SlotStatus;

/** How long a slot can go on, in sentences. */
final class Outlook {

  private Outlook() {}

  /** Sentences with their full stops; empty if there is nothing to forecast. */
  static String of(SlotStatus slot) {
    SlotSample sample = slot.assessment().sample();
    Forecast forecast = slot.assessment().forecast();
    if (sample == null || forecast == null || sample.keptFrom() == null) {
      return "";
    }
    List<String> sentences = new ArrayList<>();
    sentences.add(end(forecast, slot.assessment().headroom()));
    if (forecast.batchExceedsRoom()) {
      sentences.add("The largest hour of the last day alone would use the room up.");
    }
    if (forecast.lowConfidence() && forecast.outageBudgetSeconds() != null) {
      sentences.add("A rough figure: less than a day of load is known.");
    }
    return String.join(" ", sentences).strip();
  }

  private static String end(Forecast forecast, @Nullable Headroom headroom) {
    Double end = forecast.timeToExhaustionSeconds();
    if (end != null && end <= 0) {
      return "Its room is used up%s.".formatted(by(forecast.limit()));
    }
    if (end != null && !end.isInfinite()) {
      return "Its room ends in about %s%s.".formatted(Human.seconds(end), by(forecast.limit()));
    }
    Double budget = forecast.outageBudgetSeconds();
    if (budget != null && !budget.isInfinite()) {
      return "Not running out; its consumer could stay away for about %s."
          .formatted(Human.seconds(budget));
    }
    if (headroom == null || (headroom.room() == null && headroom.time() == null)) {
      return ""; // the figures say that no limit is known
    }
    return budget == null ? "No load is known yet, so no end can be forecast." : "Not running out.";
  }

  private static String by(@Nullable Limit limit) {
    return limit == null ? "" : ", by %s".formatted(Human.limit(limit));
  }
}
