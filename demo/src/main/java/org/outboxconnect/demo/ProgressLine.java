package org.outboxconnect.demo;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells people on the error stream how far the run is: a line that rewrites itself on a terminal,
 * one line per second elsewhere.
 */
final class ProgressLine implements AutoCloseable {

  /** Set by the script, because Java can't ask about the error stream alone. */
  static final String TERMINAL_PROPERTY = "outbox.demo.terminal";

  private static final String REWRITE = "\r\u001b[K";

  private final Progress progress;
  private final PrintStream out;
  private final boolean terminal;
  private final long startNanos = System.nanoTime();
  private final CountDownLatch closed = new CountDownLatch(1);

  private ProgressLine(Progress progress, PrintStream out, boolean terminal) {
    this.progress = progress;
    this.out = out;
    this.terminal = terminal;
  }

  /** Starts printing. */
  static ProgressLine start(Progress progress, PrintStream out) {
    ProgressLine line = new ProgressLine(progress, out, Boolean.getBoolean(TERMINAL_PROPERTY));
    DemoThreads.named("progress").newThread(line::printUntilClosed).start();
    return line;
  }

  private void printUntilClosed() {
    long millis = terminal ? 200 : 1000;
    try {
      do {
        print();
      } while (!closed.await(millis, TimeUnit.MILLISECONDS));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void print() {
    if (closed.getCount() == 0) {
      return; // the result stands there by now
    }
    String text = text(progress, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos));
    if (terminal) {
      out.print(REWRITE + text);
      out.flush();
    } else {
      out.println(text);
    }
  }

  /** One line about the state of the run. */
  static String text(Progress progress, long seconds) {
    return "%3d s  written %d  consumed %d  %s"
        .formatted(
            seconds, progress.committedEvents(), progress.consumedEvents(), progress.phase());
  }

  /** Stops printing and leaves the cursor on an empty line. */
  synchronized void stop() {
    if (closed.getCount() > 0 && terminal) {
      out.print(REWRITE);
      out.flush();
    }
    closed.countDown();
  }

  /** The same as {@link #stop()}. */
  @Override
  public void close() {
    stop();
  }
}
