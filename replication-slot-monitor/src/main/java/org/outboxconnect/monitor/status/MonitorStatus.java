package org.outboxconnect.monitor.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * All that the monitor knows. Immutable.
 *
 * @param at the moment, by the monitor's clock
 * @param pollInterval time between two polls
 * @param servers one for each configured server, in order
 * @param connectors one for each configured connector, in order
 * @param canaries one for each slot with a canary
 */
public record MonitorStatus(
    Instant at,
    Duration pollInterval,
    List<ServerStatus> servers,
    List<ConnectorStatus> connectors,
    List<CanaryStatus> canaries) {

  /** Copies. */
  public MonitorStatus {
    servers = List.copyOf(servers);
    connectors = List.copyOf(connectors);
    canaries = List.copyOf(canaries);
  }

  /**
   * Each slot once, even if its server was reached through several databases: then the one whose
   * outbox the slot relays tells about it, or else the first.
   */
  public List<SlotStatus> slots() {
    return DistinctSlots.of(this);
  }
}
