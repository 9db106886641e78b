package org.outboxconnect.monitor.history;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.WaitingRows;

/** How long the events of an outbox have waited for their relay. */
public final class Unpublished {

  private Unpublished() {}

  /**
   * Age of the oldest event that waits. Rows that stay are looked at; those that come and go leave
   * only the count of inserts, to be held against the slot's movement; messages leave nothing.
   *
   * @param outbox the newest look at it
   * @param slot how its slot moved; null if it has none, or the slot isn't there
   * @return zero if none waits; empty if that can't be told
   */
  public static Optional<Duration> oldest(OutboxSample outbox, @Nullable SlotHistory slot) {
    return switch (outbox.watch().mode()) {
      case RETAINED, POLLING -> outbox.waiting().value().map(WaitingRows::oldest);
      case TRANSIENT ->
          slot == null || outbox.statistics().value().isEmpty()
              ? Optional.empty()
              : Optional.of(slot.inflow());
      case WAL_MESSAGE -> Optional.empty();
    };
  }
}
