package org.outboxconnect.monitor.command;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;

/** Waits for the first looks at all servers. */
final class Looks {

  private static final Logger LOG = System.getLogger(Looks.class.getName());

  private final Polling polling;
  private final int wanted;
  private final CountDownLatch done = new CountDownLatch(1);

  /**
   * Waits for so many looks.
   *
   * @param wanted looks at each server; one that can't be reached needs no second
   */
  Looks(Polling polling, int wanted) {
    this.polling = polling;
    this.wanted = wanted;
  }

  /** What is known then, or when the time has passed; shows who has not answered. */
  MonitorStatus await(Duration patience) throws InterruptedException {
    polling.onStatus(this::see);
    see(polling.status());
    if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.log(Level.DEBUG, "Not every server has answered within {0}", patience);
    }
    return polling.status();
  }

  private void see(MonitorStatus status) {
    if (areDone(status)) {
      done.countDown();
    }
  }

  boolean areDone(MonitorStatus status) {
    return status.servers().stream().allMatch(this::isDone);
  }

  private boolean isDone(ServerStatus server) {
    return server.polls() >= wanted || server.failedPolls() > 0;
  }
}
