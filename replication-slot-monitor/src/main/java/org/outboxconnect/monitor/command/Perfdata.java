package org.outboxconnect.monitor.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Thresholds;

/**
 * Figures of one slot as Nagios plugins print them: {@code 'label'=value[UOM];warn;crit;min;max}.
 * What is unknown is left out.
 */
final class Perfdata {

  private final String slot;
  private final List<String> figures = new ArrayList<>();

  private Perfdata(SlotStatus slot) {
    this.slot = slot.server() + "/" + slot.assessment().slot();
  }

  static List<String> of(SlotStatus slot, Thresholds thresholds) {
    Perfdata data = new Perfdata(slot);
    data.addBytes(slot, thresholds);
    Duration lag = slot.assessment().lag();
    if (lag != null) {
      data.add("lag", seconds(lag), "s", "", "");
    }
    Forecast forecast = slot.assessment().forecast();
    if (forecast != null) {
      data.add("outage_budget", forecast.outageBudgetSeconds(), "s", "", "");
      data.add(
          "time_to_exhaustion",
          forecast.timeToExhaustionSeconds(),
          "s",
          below(thresholds.exhaustionWarning()),
          below(thresholds.exhaustionCritical()));
    }
    return data.figures;
  }

  private void addBytes(SlotStatus slot, Thresholds thresholds) {
    List<SlotPoint> trend = slot.trend();
    Headroom headroom = slot.assessment().headroom();
    boolean limited = headroom != null && headroom.room() != null;
    if (!trend.isEmpty()) {
      SlotPoint newest = trend.get(trend.size() - 1);
      String warning = limited ? "" : String.valueOf(thresholds.retainedWarningBytes());
      add("retained", number(newest.retained()), "B", warning, "");
      add("behind", number(newest.behind()), "B", "", "");
      add("growth", growth(trend.get(0), newest), "", "", "");
    }
    if (headroom != null && headroom.room() != null) {
      add("headroom", (double) headroom.room().bytes(), "B", "", "");
    }
  }

  /** Bytes a second; there is no unit of measurement for that. */
  private static @Nullable Double growth(SlotPoint first, SlotPoint last) {
    Double from = number(first.retained());
    Double to = number(last.retained());
    double time = seconds(Duration.between(first.at(), last.at()));
    return from == null || to == null || time <= 0 ? null : (to - from) / time;
  }

  private void add(
      String name, @Nullable Double value, String unit, String warning, String critical) {
    if (value != null && !value.isInfinite()) {
      String minimum = name.equals("growth") ? "" : "0";
      figures.add(
          "'%s %s'=%s%s;%s;%s;%s;"
              .formatted(
                  slot.replace("'", "''").replace('=', '_'),
                  name,
                  decimal(value),
                  unit,
                  warning,
                  critical,
                  minimum));
    }
  }

  /** A range that is left when the value is smaller. */
  private static String below(Duration limit) {
    return limit.toSeconds() + ":";
  }

  private static @Nullable Double number(@Nullable Long value) {
    return value == null ? null : (double) value;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  private static String decimal(double value) {
    String text = String.format(Locale.ROOT, "%.3f", value);
    return text.endsWith(".000") ? text.substring(0, text.length() - 4) : text;
  }
}
