package org.outboxconnect.monitor.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Thresholds;

/**
 * What a Nagios plugin says.
 *
 * @param state decides on the exit code
 * @param text what is wrong, the gravest first
 * @param performance figures for graphs
 */
record CheckReport(CheckState state, String text, List<String> performance) {

  private static final int LONGEST_TEXT = 2_000;

  /** SQLSTATEs of a server that can't be reached, is shutting down, or has no room. */
  private static final Pattern UNREACHABLE =
      Pattern.compile("(08|53|57)\\w{3}: .*", Pattern.DOTALL);

  private record Finding(CheckState state, String text) {}

  /** For what keeps the check from being made. */
  static CheckReport unknown(String why) {
    return new CheckReport(CheckState.UNKNOWN, why, List.of());
  }

  /**
   * Sums up.
   *
   * @param slot the only slot to look at; null for all
   */
  static CheckReport of(MonitorStatus status, Thresholds thresholds, @Nullable String slot) {
    List<SlotStatus> slots =
        status.slots().stream()
            .filter(found -> slot == null || slot.equals(found.assessment().slot()))
            .toList();
    List<Finding> findings = new ArrayList<>();
    status.servers().stream()
        .filter(server -> !server.isUp())
        .forEach(server -> findings.add(down(server)));
    slots.forEach(found -> findings.add(finding(found)));
    if (slot != null && findings.isEmpty()) {
      return unknown("There is no slot [%s]".formatted(slot));
    }
    List<Finding> grave =
        findings.stream()
            .filter(finding -> finding.state() != CheckState.OK)
            .sorted(Comparator.comparing(Finding::state).reversed())
            .toList();
    return new CheckReport(
        grave.isEmpty() ? CheckState.OK : grave.get(0).state(),
        grave.isEmpty()
            ? good(slots)
            : grave.stream().map(Finding::text).collect(Collectors.joining("; ")),
        slots.stream().flatMap(found -> Perfdata.of(found, thresholds).stream()).toList());
  }

  private static Finding down(ServerStatus server) {
    Reading.Unknown<?> failure = server.failure();
    if (failure == null) {
      return new Finding(CheckState.CRITICAL, server.server() + ": no answer in time");
    }
    boolean unreachable =
        failure.reason() == Reading.Reason.TIMED_OUT
            || UNREACHABLE.matcher(failure.detail()).matches();
    return new Finding(
        unreachable ? CheckState.CRITICAL : CheckState.UNKNOWN,
        server.server() + ": " + failure.detail());
  }

  private static Finding finding(SlotStatus slot) {
    Judgement judgement = slot.assessment().judgement();
    return new Finding(
        CheckState.of(judgement),
        "%s/%s %s: %s"
            .formatted(
                slot.server(),
                slot.assessment().slot(),
                judgement.verdict().label(),
                judgement.cause()));
  }

  private static String good(List<SlotStatus> slots) {
    return slots.isEmpty()
        ? "no slots"
        : slots.stream()
            .map(
                slot ->
                    "%s/%s %s"
                        .formatted(
                            slot.server(),
                            slot.assessment().slot(),
                            slot.assessment().judgement().verdict().label()))
            .collect(Collectors.joining(", "));
  }

  /** The one line that a plugin prints. */
  String line() {
    String plain = text.replaceAll("\\s+", " ").replace('|', '/');
    String shown = plain.length() > LONGEST_TEXT ? plain.substring(0, LONGEST_TEXT) + "…" : plain;
    String line = "%s - %s".formatted(state, shown);
    return performance.isEmpty() ? line : line + " | " + String.join(" ", performance);
  }
}
