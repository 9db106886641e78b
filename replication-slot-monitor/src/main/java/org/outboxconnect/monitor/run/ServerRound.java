package org.outboxconnect.monitor.run;

import org.jspecify.annotations.Nullable;

/**
 * One round of a server's loop: poll, tell, save.
 *
 * @param watch polls
 * @param keeper saves; null to keep nothing over a restart
 * @param poller is closed at the end
 * @param told runs after each poll
 */
record ServerRound(
    ServerWatch watch, @Nullable HistoryKeeper keeper, AutoCloseableQuietly poller, Runnable told)
    implements ServerLoop.Round {

  /** Closes without an exception. */
  interface AutoCloseableQuietly {
    void close();
  }

  @Override
  public void run() {
    try {
      watch.look();
    } finally {
      told.run();
      if (keeper != null) {
        keeper.saveIfDue(System.nanoTime());
      }
    }
  }

  @Override
  public void end() {
    poller.close();
    if (keeper != null) {
      keeper.save();
    }
  }
}
