package org.outboxconnect.monitor.command;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;

/**
 * The slots as a table for a terminal, the gravest below each other with cause and first action.
 */
final class WatchTable {

  private static final List<String> HEADINGS =
      List.of("SERVER", "SLOT", "VERDICT", "RETAINED", "BEHIND", "LAG", "TIME LEFT");

  private static final String RESET = "\u001b[0m";
  private static final int VERDICT = 2;

  private final boolean coloured;

  WatchTable(boolean coloured) {
    this.coloured = coloured;
  }

  private record Line(List<String> cells, Severity severity) {}

  String render(MonitorStatus status) {
    List<SlotStatus> slots = status.slots();
    List<Line> lines = slots.stream().map(WatchTable::line).toList();
    StringBuilder text = new StringBuilder();
    text.append(
        "%s  %d slots%n".formatted(status.at().truncatedTo(ChronoUnit.SECONDS), slots.size()));
    int[] widths = widths(lines);
    text.append(row(HEADINGS, widths, null)).append(System.lineSeparator());
    lines.forEach(
        line ->
            text.append(row(line.cells(), widths, line.severity())).append(System.lineSeparator()));
    status.servers().stream()
        .filter(server -> !server.isUp())
        .forEach(down -> text.append(down(down)));
    slots.forEach(slot -> text.append(advice(slot)));
    return text.toString().stripTrailing();
  }

  private static Line line(SlotStatus slot) {
    Judgement judgement = slot.assessment().judgement();
    List<SlotPoint> trend = slot.trend();
    SlotPoint newest = trend.isEmpty() ? null : trend.get(trend.size() - 1);
    return new Line(
        List.of(
            slot.server(),
            slot.assessment().slot(),
            judgement.verdict().label() + (slot.stale() ? " (stale)" : ""),
            Figures.bytes(newest == null ? null : newest.retained()),
            Figures.bytes(newest == null ? null : newest.behind()),
            Figures.time(slot.assessment().lag()),
            left(slot.assessment())),
        judgement.severity());
  }

  /** A slot that is lost or missing has no time left, and no end to come. */
  private static String left(SlotAssessment slot) {
    SlotSample sample = slot.sample();
    return Figures.left(sample == null || sample.isLost() ? null : slot.forecast());
  }

  private static int[] widths(List<Line> lines) {
    return IntStream.range(0, HEADINGS.size())
        .map(
            column ->
                lines.stream()
                    .mapToInt(line -> line.cells().get(column).length())
                    .reduce(HEADINGS.get(column).length(), Math::max))
        .toArray();
  }

  private String row(List<String> cells, int[] widths, @Nullable Severity severity) {
    List<String> padded = new ArrayList<>();
    for (int column = 0; column < cells.size(); column++) {
      String format = column > VERDICT ? "%" + widths[column] + "s" : "%-" + widths[column] + "s";
      String cell = String.format(Locale.ROOT, format, cells.get(column));
      padded.add(column == VERDICT && severity != null ? painted(cell, severity) : cell);
    }
    return String.join("  ", padded).stripTrailing();
  }

  private String painted(String text, Severity severity) {
    if (!coloured) {
      return text;
    }
    String colour =
        switch (severity) {
          case OK -> "\u001b[32m";
          case INFO -> "\u001b[36m";
          case WARNING -> "\u001b[33m";
          case CRITICAL -> "\u001b[1;31m";
        };
    return colour + text + RESET;
  }

  private static String down(ServerStatus server) {
    Reading.Unknown<?> failure = server.failure();
    String why = failure == null ? "no answer yet" : failure.detail();
    return "%n%s: %s%n".formatted(server.server(), why.replaceAll("\\s+", " "));
  }

  private static String advice(SlotStatus slot) {
    Judgement judgement = slot.assessment().judgement();
    if (judgement.severity().compareTo(Severity.WARNING) < 0) {
      return "";
    }
    return "%n%s/%s: %s%n  -> %s%n"
        .formatted(
            slot.server(), slot.assessment().slot(), judgement.cause(), judgement.actions().get(0));
  }
}
