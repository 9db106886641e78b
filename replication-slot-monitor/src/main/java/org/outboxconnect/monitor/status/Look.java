package org.outboxconnect.monitor.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.verdict.SlotAssessment;

/**
 * One poll that succeeded, with what was made of it. Immutable.
 *
 * @param sample what was found; only the slots that are to be shown
 * @param slots what is said about each slot, those that are missing included
 * @param trends how each slot moved over the last half hour, oldest first, by its name
 * @param outboxes what is said about each outbox of the database
 * @param writtenBytes WAL that was written while the monitor has looked on; starts anew with it
 * @param took how long the poll took
 */
public record Look(
    ServerSample sample,
    List<SlotAssessment> slots,
    Map<String, List<SlotPoint>> trends,
    List<OutboxStatus> outboxes,
    long writtenBytes,
    Duration took) {

  /** Copies. */
  public Look {
    slots = List.copyOf(slots);
    trends = Map.copyOf(trends);
    outboxes = List.copyOf(outboxes);
  }

  /** When it was taken, by the monitor's clock. */
  public Instant at() {
    return sample.takenAt();
  }
}
