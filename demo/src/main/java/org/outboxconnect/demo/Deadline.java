package org.outboxconnect.demo;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Ends a run that hangs: every wait of the run goes through here. */
final class Deadline {

  private final Duration limit;
  private final long endNanos;
  private final Progress progress;

  /** Starts the clock now. */
  Deadline(Duration limit, Progress progress) {
    this.limit = limit;
    this.endNanos = System.nanoTime() + limit.toNanos();
    this.progress = progress;
  }

  /**
   * Waits on the calling thread until the condition holds, asking about every {@code interval}.
   *
   * @param what the thing waited for, for the message
   * @throws DemoException if time runs out, a thread of the run has failed or this one is
   *     interrupted
   */
  void await(String what, Duration interval, BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      progress.requireHealthy();
      if (Thread.interrupted()) {
        throw new DemoException("Interrupted while waiting for " + what);
      }
      if (System.nanoTime() - endNanos > 0) {
        throw new DemoException(
            "Time-out after %d s while waiting for %s: %d events committed, %d consumed"
                .formatted(
                    limit.toSeconds(),
                    what,
                    progress.committedEvents(),
                    progress.consumedEvents()));
      }
      LockSupport.parkNanos(interval.toNanos());
    }
  }

  /** What is left; at least a second, so that it can be handed to others as a time-out. */
  Duration left() {
    long nanos = endNanos - System.nanoTime();
    return nanos < Duration.ofSeconds(1).toNanos()
        ? Duration.ofSeconds(1)
        : Duration.ofNanos(nanos);
  }
}
