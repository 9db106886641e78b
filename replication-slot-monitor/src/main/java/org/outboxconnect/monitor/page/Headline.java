package org.outboxconnect.monitor.page;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Severity;

/**
 * The one sentence to read if only one is read.
 *
 * @param severity the highest of all
 * @param sentence without a full stop
 * @param detail what else there is to know; may be empty
 */
record Headline(Severity severity, String sentence, String detail) {

  static Headline of(MonitorStatus status) {
    List<SlotStatus> slots = status.slots();
    List<ServerStatus> unseen = unseen(status);
    return slots.isEmpty() ? withoutSlots(status, unseen) : withSlots(slots, unseen);
  }

  private static List<ServerStatus> unseen(MonitorStatus status) {
    return status.servers().stream()
        .filter(server -> !server.isUp() || server.isStale(status.at(), status.pollInterval()))
        .toList();
  }

  private static Headline withoutSlots(MonitorStatus status, List<ServerStatus> unseen) {
    if (unseen.stream().anyMatch(server -> server.failure() != null)) {
      return new Headline(
          Severity.CRITICAL,
          unseen.size() == status.servers().size()
              ? "No server answers"
              : "Not every server answers",
          "Nothing is known about slots of " + names(unseen) + ".");
    }
    if (!unseen.isEmpty()) {
      return new Headline(
          Severity.INFO, "Waiting for the first look", "The first poll is under way.");
    }
    return new Headline(
        Severity.INFO,
        "There is no slot to watch",
        "No server has a slot that the configuration selects.");
  }

  private static Headline withSlots(List<SlotStatus> slots, List<ServerStatus> unseen) {
    String missed = unseen.isEmpty() ? "" : missed(unseen);
    for (Severity severity : List.of(Severity.CRITICAL, Severity.WARNING)) {
      long count = count(slots, severity);
      if (count > 0) {
        String what = severity == Severity.CRITICAL ? " action now" : " attention";
        return new Headline(severity, need(count) + what, first(slots, severity) + " " + missed);
      }
    }
    String well =
        slots.size() == 1 ? "The slot is well" : "All %d slots are well".formatted(slots.size());
    return unseen.isEmpty()
        ? new Headline(Severity.OK, well, "")
        : new Headline(Severity.WARNING, well + ", as far as can be seen", missed);
  }

  /** The slot with the least time left. */
  private static String first(List<SlotStatus> slots, Severity severity) {
    SlotStatus first =
        slots.stream()
            .filter(slot -> severity(slot) == severity)
            .min(Comparator.comparingDouble(Headline::timeLeft))
            .orElseThrow();
    String outlook = timeLeft(first) == Double.POSITIVE_INFINITY ? "" : Outlook.of(first);
    return "Look at %s on %s first. %s"
        .formatted(
            first.assessment().slot(),
            first.server(),
            outlook.isEmpty() ? first.assessment().judgement().cause() + "." : outlook);
  }

  private static double timeLeft(SlotStatus slot) {
    Forecast forecast = slot.assessment().forecast();
    Double seconds = forecast == null ? null : forecast.timeToExhaustionSeconds();
    return seconds == null ? Double.POSITIVE_INFINITY : seconds;
  }

  private static String need(long slots) {
    return Human.several(slots, "slot") + (slots == 1 ? " needs" : " need");
  }

  private static String missed(List<ServerStatus> unseen) {
    return unseen.size() == 1
        ? "Server %s doesn’t answer: what is shown of it may be wrong by now."
            .formatted(names(unseen))
        : "Servers %s don’t answer: what is shown of them may be wrong by now."
            .formatted(names(unseen));
  }

  private static String names(List<ServerStatus> servers) {
    return servers.stream().map(ServerStatus::server).collect(Collectors.joining(", "));
  }

  static long count(List<SlotStatus> slots, Severity severity) {
    return slots.stream().filter(slot -> severity(slot) == severity).count();
  }

  static Severity severity(SlotStatus slot) {
    return slot.assessment().judgement().severity();
  }
}
