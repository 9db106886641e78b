package org.outboxconnect.stack.net;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What the proxy currently does to bytes and connections. Safe for use by many threads. */
final class Traffic {

  private enum Mode {
    FLOWING,
    STALLED,
    CUT
  }

  private Mode mode = Mode.FLOWING;
  private long delayNanos;

  synchronized void cut() {
    change(Mode.CUT);
  }

  synchronized void stall() {
    change(Mode.STALLED);
  }

  synchronized void restore() {
    delayNanos = 0;
    change(Mode.FLOWING);
  }

  synchronized void delay(Duration delay) {
    delayNanos = delay.toNanos();
    notifyAll();
  }

  synchronized boolean isCut() {
    return mode == Mode.CUT;
  }

  /**
   * Returns when bytes that were read at the given {@link System#nanoTime()} may go on. The delay
   * is looked at again on each change, so that restoring frees bytes that are already on their way.
   */
  synchronized void awaitPassage(long readAtNanos) throws InterruptedException {
    long left = nanosLeft(readAtNanos);
    while (left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = nanosLeft(readAtNanos);
    }
  }

  private long nanosLeft(long readAtNanos) {
    return mode == Mode.STALLED ? Long.MAX_VALUE : readAtNanos + delayNanos - System.nanoTime();
  }

  private void change(Mode next) {
    mode = next;
    notifyAll();
  }
}
