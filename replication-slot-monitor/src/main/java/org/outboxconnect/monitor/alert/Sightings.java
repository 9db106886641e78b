package org.outboxconnect.monitor.alert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;

/**
 * Finds in a status what no earlier one told. A status comes after each poll of any server and
 * repeats what is known about the others; that must not count as another look at them. Not safe for
 * use by many threads.
 */
final class Sightings {

  private final Map<String, Long> pollsSeen = new HashMap<>();

  /** One sighting for each server that was polled since the last call. */
  List<Sighting> of(MonitorStatus status) {
    return status.servers().stream()
        .filter(this::isNew)
        .map(server -> sighting(server, status))
        .toList();
  }

  private boolean isNew(ServerStatus server) {
    long seen = pollsSeen.getOrDefault(server.server(), 0L);
    pollsSeen.put(server.server(), Math.max(seen, server.polls()));
    return server.polls() > seen;
  }

  private static Sighting sighting(ServerStatus server, MonitorStatus status) {
    List<Finding> findings = new ArrayList<>();
    if (isUnreachable(server, status)) {
      findings.add(Finding.unreachable(server, status.at()));
    }
    if (server.isUp()) {
      status.slots().stream()
          .filter(slot -> slot.server().equals(server.server()))
          .map(Finding::of)
          .forEach(findings::add);
    }
    return new Sighting(status.at(), server.server(), server.isUp(), findings);
  }

  /** A server that has never answered gets as many polls as one that has stopped to. */
  private static boolean isUnreachable(ServerStatus server, MonitorStatus status) {
    return server.look() == null
        ? server.failedPolls() >= ServerStatus.STALE_INTERVALS
        : server.isStale(status.at(), status.pollInterval());
  }
}
