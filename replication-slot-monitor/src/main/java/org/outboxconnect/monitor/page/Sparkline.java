package org.outboxconnect.monitor.page;

import java.util.Locale;

/**
 * Draws a trend, and if its room is running out a dashed line to the limit. The past has a scale of
 * time; the future's width stands for the time that is left, whatever that is.
 */
record Sparkline(Trend trend) {

  private static final double WIDTH = 320;
  private static final double HEIGHT = 80;
  private static final double MARGIN = 5;
  private static final double RIGHT = WIDTH - MARGIN;
  private static final double NOW_BEFORE_A_FUTURE = 205;

  /** What is little must not look much: the scale reaches to a segment at least. */
  private static final double LEAST_SCALE = 16L << 20;

  private static final double AIR = 1.25;

  /**
   * Draws it.
   *
   * @param id unique in the page
   */
  void write(Html html, String slot, String id) {
    html.element(
        "svg",
        svg -> {
          svg.element("title", trend.title(slot), "id", id + "-title");
          svg.element("desc", trend.outlook(), "id", id + "-desc");
          past(svg);
          future(svg);
          now(svg);
        },
        "class",
        "spark",
        "viewBox",
        "0 0 %d %d".formatted((int) WIDTH, (int) HEIGHT),
        "preserveAspectRatio",
        "none",
        "role",
        "img",
        "aria-labelledby",
        id + "-title " + id + "-desc");
  }

  private void past(Html svg) {
    StringBuilder path = new StringBuilder();
    for (Trend.Point point : trend.points()) {
      path.append(path.isEmpty() ? "M " : " L ").append(at(x(point), y(point.bytes())));
    }
    String area =
        path + " L %s L %s Z".formatted(at(x(trend.last()), y(0)), at(x(trend.first()), y(0)));
    svg.empty("path", "class", "spark-base", "d", line(MARGIN, y(0), RIGHT, y(0)));
    svg.empty("path", "class", "spark-area", "d", area);
    svg.empty("path", "class", "spark-line", "d", path.toString());
  }

  private void future(Html svg) {
    Trend.End end = trend.end();
    if (end != null) {
      double limit = y(end.bytes());
      String forecast = line(x(trend.last()), y(trend.last().bytes()), RIGHT, limit);
      svg.empty("path", "class", "spark-limit", "d", line(MARGIN, limit, RIGHT, limit));
      svg.empty("path", "class", "spark-forecast", "d", forecast);
    }
  }

  /** A line without length and with round ends is a dot that no scaling distorts. */
  private void now(Html svg) {
    double x = x(trend.last());
    double y = y(trend.last().bytes());
    svg.empty("path", "class", "spark-now", "d", line(x, y, x, y));
  }

  private static String line(double x, double y, double toX, double toY) {
    return "M %s L %s".formatted(at(x, y), at(toX, toY));
  }

  private static String at(double x, double y) {
    return String.format(Locale.ROOT, "%.1f %.1f", x, y);
  }

  private double x(Trend.Point point) {
    double now = trend.end() == null ? RIGHT : NOW_BEFORE_A_FUTURE;
    double all = Math.max(1, trend.first().before().toMillis());
    return now - (now - MARGIN) * point.before().toMillis() / all;
  }

  private double y(double bytes) {
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * bytes / scale();
  }

  private double scale() {
    Trend.End end = trend.end();
    double most = Math.max(trend.most() * AIR, end == null ? 0 : end.bytes());
    return Math.max(LEAST_SCALE, most);
  }
}
