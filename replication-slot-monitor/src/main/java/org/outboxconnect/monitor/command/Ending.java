package org.outboxconnect.monitor.command;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits until the JVM is told to end, and holds its end up until all is closed. */
final class Ending implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Ending.class.getName());

  /** Less than the 10 seconds that container runtimes give between SIGTERM and SIGKILL. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  Ending() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::end, "outbox-monitor-end"));
  }

  private void end() {
    told.countDown();
    try {
      if (!closed.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        LOG.log(Level.WARNING, "Not everything could be closed within {0}", PATIENCE);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns when the JVM is told to end, by SIGTERM or Ctrl-C, or the thread is interrupted. */
  void await() {
    try {
      told.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the JVM end. */
  @Override
  public void close() {
    closed.countDown();
  }
}
