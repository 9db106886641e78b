package org.outboxconnect.monitor.page;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.status.SlotStatus;

/**
 * How much WAL a slot has retained lately, and where that leads.
 *
 * @param points the looks that show a distance, oldest first, thinned out
 * @param end where the room ends; null if it doesn't, or by another limit than one in bytes
 */
record Trend(List<Point> points, @Nullable End end) {

  private static final int MOST_POINTS = 96;

  /**
   * Bytes retained at a moment.
   *
   * @param before how long before the last point
   * @param bytes retained
   */
  record Point(Duration before, double bytes) {}

  /**
   * Where the room ends.
   *
   * @param bytes retained at that moment
   * @param seconds until then
   */
  record End(double bytes, double seconds) {}

  static Trend of(SlotStatus slot) {
    List<SlotPoint> known =
        slot.trend().stream().filter(point -> point.retained() != null).toList();
    if (known.isEmpty()) {
      return new Trend(List.of(), null);
    }
    int last = known.size() - 1;
    int step = Math.max(1, (known.size() + MOST_POINTS - 1) / MOST_POINTS);
    List<Point> points =
        IntStream.rangeClosed(0, last)
            .filter(i -> (last - i) % step == 0) // the newest is always among them
            .mapToObj(i -> point(known.get(i), known.get(last)))
            .toList();
    return new Trend(points, end(slot, points.get(points.size() - 1).bytes()));
  }

  private static Point point(SlotPoint point, SlotPoint last) {
    return new Point(
        Duration.between(point.at(), last.at()), requireNonNull(point.retained()).doubleValue());
  }

  private static @Nullable End end(SlotStatus slot, double retained) {
    Forecast forecast = slot.assessment().forecast();
    Headroom headroom = slot.assessment().headroom();
    Headroom.Room room = headroom == null ? null : headroom.room();
    if (forecast == null || room == null || forecast.limit() != room.limit()) {
      return null;
    }
    Double seconds = forecast.timeToExhaustionSeconds();
    return seconds == null || seconds.isInfinite() || seconds <= 0
        ? null
        : new End(retained + room.bytes(), seconds);
  }

  boolean isDrawable() {
    return points.size() > 1;
  }

  Point first() {
    return points.get(0);
  }

  Point last() {
    return points.get(points.size() - 1);
  }

  double most() {
    return points.stream().mapToDouble(Point::bytes).max().orElse(0);
  }

  /** For those who don't see the drawing. */
  String title(String slot) {
    return "WAL retained by %s over the last %s: from %s to %s"
        .formatted(
            slot,
            Human.time(first().before()),
            Human.bytes(first().bytes()),
            Human.bytes(last().bytes()));
  }

  /** What the dashed line says. */
  String outlook() {
    End leadsTo = end;
    return leadsTo == null
        ? "No end is forecast."
        : "The dashed line leads to the limit of %s, reached in about %s."
            .formatted(Human.bytes(leadsTo.bytes()), Human.seconds(leadsTo.seconds()));
  }

  /** Stands under the drawing. */
  String caption() {
    String past = "Retained WAL over the last " + Human.time(first().before());
    End leadsTo = end;
    return leadsTo == null
        ? past
        : "%s, then to the limit of %s in about %s"
            .formatted(past, Human.bytes(leadsTo.bytes()), Human.seconds(leadsTo.seconds()));
  }
}
