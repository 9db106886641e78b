package org.outboxconnect.it.failure;

import java.time.Duration;

/** The end of threads that were told to end. */
final class Threads {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Threads() {}

  /** Waits for a while; who must know whether it has ended asks the thread. */
  static void awaitEnd(Thread thread) {
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
