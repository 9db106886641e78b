package org.outboxconnect.monitor.connect;

import java.time.Duration;
import org.outboxconnect.monitor.connect.ConnectorWatch.Found;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.status.ServerStatus;

/**
 * How long a reading of a connector counts: as long as a look at a server does.
 *
 * @param pollInterval time between two polls
 */
record Freshness(Duration pollInterval) {

  /** The reading, or that it is too old. */
  Reading<ConnectSample> of(Found found) {
    long age = System.nanoTime() - found.ended();
    return age <= pollInterval.multipliedBy(ServerStatus.STALE_INTERVALS).toNanos()
        ? found.reading()
        : Reading.unknown(
            Reason.TIMED_OUT,
            "Kafka Connect has not answered for %d s".formatted(Duration.ofNanos(age).toSeconds()));
  }
}
