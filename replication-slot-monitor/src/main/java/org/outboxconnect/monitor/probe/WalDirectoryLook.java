package org.outboxconnect.monitor.probe;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.WalDirectory;

/**
 * Looks at the WAL directory now and then, because that costs more than all other probes, and says
 * in between what it saw last. Not thread-safe.
 */
final class WalDirectoryLook {

  private final Duration interval;
  private @Nullable Reading<WalDirectory> last;
  private Instant taken = Instant.MIN;

  /** Looks again after {@code interval}; after none, each time. */
  WalDirectoryLook(Duration interval) {
    this.interval = interval;
  }

  Reading<WalDirectory> reading(Round round, Instant now) {
    Reading<WalDirectory> kept = last;
    if (kept != null && isFresh(now)) {
      return kept;
    }
    Reading<WalDirectory> found = round.ask(new WalDirectoryProbe());
    boolean failed = found.whyUnknown().filter(Reason.FAILED::equals).isPresent();
    last = failed ? null : found; // a missing privilege or a slow directory isn't asked for anew
    taken = now;
    return found;
  }

  private boolean isFresh(Instant now) {
    return !now.isBefore(taken) && Duration.between(taken, now).compareTo(interval) < 0;
  }

  /** The next one who answers may be another server. */
  void forget() {
    last = null;
  }
}
