package org.outboxconnect.monitor.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.verdict.Severity;

/**
 * Decides what to tell one webhook about what was seen. It does nothing but that: no time but the
 * sightings', no thread, no network. Not safe for use by many threads.
 */
final class AlertBook {

  private final Severity minimum;
  private final Duration repeatInterval;
  private final Map<Subject, Alert> alerts = new LinkedHashMap<>();

  /** Tells nothing below {@code minimum}, and never that all is well. */
  AlertBook(Severity minimum, Duration repeatInterval) {
    this.minimum = minimum.atLeast(Severity.INFO);
    this.repeatInterval = repeatInterval;
  }

  /** What to tell after a poll of a server, in the order in which alerts began. */
  List<AlertMessage> see(Sighting sighting) {
    Map<Subject, Finding> found =
        sighting.findings().stream()
            .filter(finding -> finding.severity().compareTo(minimum) >= 0)
            .collect(Collectors.toMap(Finding::subject, finding -> finding));
    found.forEach(
        (subject, finding) -> alerts.computeIfAbsent(subject, s -> begin(finding, sighting.at())));
    List<AlertMessage> messages = new ArrayList<>();
    alerts.forEach(
        (subject, alert) ->
            step(alert, subject, Optional.ofNullable(found.get(subject)), sighting)
                .ifPresent(messages::add));
    alerts.values().removeIf(Alert::isOver);
    return messages;
  }

  /** How many alerts have been told and are not over. */
  int firing() {
    return (int) alerts.values().stream().filter(Alert::isFiring).count();
  }

  private Alert begin(Finding finding, Instant at) {
    return new Alert(finding, at, repeatInterval);
  }

  private static Optional<AlertMessage> step(
      Alert alert, Subject subject, Optional<Finding> seen, Sighting sighting) {
    if (seen.isPresent()) {
      return alert.see(seen.get(), sighting.at());
    }
    return sighting.tellsAbout(subject)
        ? alert.seeNothing(sighting.at())
        : alert.passTime(sighting.at());
  }
}
