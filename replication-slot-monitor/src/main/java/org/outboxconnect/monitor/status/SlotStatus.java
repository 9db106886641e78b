package org.outboxconnect.monitor.status;

import java.util.List;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.verdict.SlotAssessment;

/**
 * One slot as outputs show it.
 *
 * @param server name of the configured server that told about it
 * @param look the poll that it comes from
 * @param assessment what is said about it
 * @param trend how it moved over the last half hour, oldest first; empty if it isn't there
 * @param stale whether the poll is so old that all of this may be wrong by now
 */
public record SlotStatus(
    String server, Look look, SlotAssessment assessment, List<SlotPoint> trend, boolean stale) {

  /** Copies. */
  public SlotStatus {
    trend = List.copyOf(trend);
  }
}
