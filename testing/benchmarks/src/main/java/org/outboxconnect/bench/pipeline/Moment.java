package org.outboxconnect.bench.pipeline;

import java.util.concurrent.locks.LockSupport;

/** Points on the clock of {@link System#nanoTime}. */
final class Moment {

  private Moment() {}

  static void await(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
