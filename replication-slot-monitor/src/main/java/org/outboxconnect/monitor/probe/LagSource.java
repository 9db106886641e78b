package org.outboxconnect.monitor.probe;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.outboxconnect.monitor.sample.Lsn;

/** Tells how old the WAL is that a slot has not been confirmed for. */
@FunctionalInterface
public interface LagSource {

  /**
   * How long ago the server stood where the slot is confirmed.
   *
   * @param confirmed up to where the consumer is done
   * @param head where the server stands
   * @param now the time by the monitor's clock
   * @return zero if nothing is outstanding; empty if the past is not known
   */
  Optional<Duration> lag(Lsn confirmed, Lsn head, Instant now);
}
