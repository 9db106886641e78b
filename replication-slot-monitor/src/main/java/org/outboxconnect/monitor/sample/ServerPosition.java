package org.outboxconnect.monitor.sample;

import static java.util.Objects.requireNonNull;

/**
 * Where a server stands in its WAL.
 *
 * @param standby whether it is in recovery
 * @param head end of the WAL that it has; what a slot retains is counted from here
 * @param decodable how far decoding can come: what a standby has received but not replayed is
 *     beyond
 */
public record ServerPosition(boolean standby, Lsn head, Lsn decodable) {

  /** Refuses nulls. */
  public ServerPosition {
    requireNonNull(head, "head");
    requireNonNull(decodable, "decodable");
  }
}
