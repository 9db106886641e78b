package org.outboxconnect.monitor.sample;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one poll of one server found. Immutable.
 *
 * @param takenAt by the monitor's clock
 * @param version the server's {@code server_version_num}, for example 180004
 * @param position where it stands
 * @param slots its slots, temporary ones left out
 * @param around what it shows beside them
 * @param outboxes the watched outboxes of the database that the monitor is connected to
 * @param connectors connectors by the name of their slot
 */
public record ServerSample(
    Instant takenAt,
    int version,
    ServerPosition position,
    List<SlotSample> slots,
    Surroundings around,
    List<OutboxSample> outboxes,
    Map<String, ConnectSample> connectors) {

  /** Copies. */
  public ServerSample {
    requireNonNull(takenAt, "takenAt");
    requireNonNull(position, "position");
    requireNonNull(around, "around");
    slots = List.copyOf(slots);
    outboxes = List.copyOf(outboxes);
    connectors = Map.copyOf(connectors);
  }

  /** The slot of this name. */
  public Optional<SlotSample> slot(String name) {
    return slots.stream().filter(slot -> slot.name().equals(name)).findFirst();
  }

  /** The outbox that a slot relays. */
  public Optional<OutboxSample> outboxOf(String slot) {
    return outboxes.stream().filter(outbox -> slot.equals(outbox.watch().slot())).findFirst();
  }

  /** Decoding statistics of a slot. */
  public Optional<SlotStatistics> statisticsOf(String slot) {
    return around.statistics().value().map(all -> all.get(slot));
  }

  /** The same sample with only these slots. */
  public ServerSample withSlots(List<SlotSample> kept) {
    return new ServerSample(takenAt, version, position, kept, around, outboxes, connectors);
  }

  /** The same sample with what Kafka Connect says. */
  public ServerSample withConnectors(Map<String, ConnectSample> found) {
    return new ServerSample(takenAt, version, position, slots, around, outboxes, found);
  }
}
