package org.outboxconnect.monitor.status;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxconnect.monitor.sample.ServerIdentity;
import org.outboxconnect.monitor.verdict.SlotAssessment;

/** Joins what several databases of one server tell about the same slot. */
final class DistinctSlots {

  /** A slot of a server; a server that can't be told from others stands for itself. */
  private record Key(Object server, String slot) {}

  private DistinctSlots() {}

  static List<SlotStatus> of(MonitorStatus status) {
    Map<Key, SlotStatus> slots = new LinkedHashMap<>();
    for (ServerStatus server : status.servers()) {
      Look look = server.look();
      if (look != null) {
        boolean stale = server.isStale(status.at(), status.pollInterval());
        look.slots().forEach(slot -> add(slots, statusOf(server, look, slot, stale)));
      }
    }
    return new ArrayList<>(slots.values());
  }

  private static SlotStatus statusOf(
      ServerStatus server, Look look, SlotAssessment slot, boolean stale) {
    return new SlotStatus(
        server.server(), look, slot, look.trends().getOrDefault(slot.slot(), List.of()), stale);
  }

  private static void add(Map<Key, SlotStatus> slots, SlotStatus slot) {
    Key key = new Key(identity(slot), slot.assessment().slot());
    slots.merge(key, slot, (first, other) -> better(first, other) ? first : other);
  }

  private static Object identity(SlotStatus slot) {
    return slot.look()
        .sample()
        .around()
        .identity()
        .value()
        .<Object>map(ServerIdentity.class::cast)
        .orElse(slot.server());
  }

  private static boolean better(SlotStatus first, SlotStatus other) {
    if (first.stale() != other.stale()) {
      return other.stale();
    }
    return closeness(first) >= closeness(other);
  }

  /** How much a configured server has to say about a slot. */
  private static int closeness(SlotStatus slot) {
    return (relays(slot) ? 2 : 0) + (slot.assessment().expected() ? 1 : 0);
  }

  private static boolean relays(SlotStatus slot) {
    return slot.look().sample().outboxOf(slot.assessment().slot()).isPresent();
  }
}
