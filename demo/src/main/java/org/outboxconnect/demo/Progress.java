package org.outboxconnect.demo;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How far the run is: counted by writer and consumer, read by the killer, the progress line and
 * whoever waits. Safe for use by many threads.
 */
final class Progress {

  private final AtomicLong committed = new AtomicLong();
  private final AtomicLong consumed = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile String phase = "starting";

  /** One more event whose commit has returned. */
  void committed() {
    committed.incrementAndGet();
  }

  /** So many more events, not seen before, whose effect is committed at the consumer. */
  void consumed(int events) {
    consumed.addAndGet(events);
  }

  long committedEvents() {
    return committed.get();
  }

  long consumedEvents() {
    return consumed.get();
  }

  /** Says what the run is doing, for people. */
  void phase(String text) {
    phase = text;
  }

  String phase() {
    return phase;
  }

  /** A thread of the run can't go on; the first one counts. */
  void failed(Throwable cause) {
    failure.compareAndSet(null, cause);
  }

  /**
   * Passes the failure of another thread on to the caller.
   *
   * @throws DemoException if a thread has failed
   */
  void requireHealthy() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new DemoException("Cannot go on while " + phase + ": " + cause.getMessage(), cause);
    }
  }
}
