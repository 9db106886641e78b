package org.outboxconnect.monitor.run;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.outboxconnect.monitor.probe.ServerPoller;
import org.outboxconnect.monitor.thread.SmallThreads;

/**
 * Polls one server in a thread of its own: the first time at once, then at a fixed pace. What a
 * round throws never ends it. Safe for use by many threads.
 */
final class ServerLoop implements AutoCloseable {

  /** A round that takes longer than this many intervals and its deadline hangs. */
  static final int WEDGED_INTERVALS = 4;

  private static final Logger LOG = System.getLogger(ServerLoop.class.getName());
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final String server;
  private final Round round;
  private final Cadence cadence;
  private final long wedgedNanos;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread;
  private volatile long finished;

  /** What is done at each poll, and at the end. */
  interface Round {
    void run();

    void end();
  }

  private ServerLoop(String server, Round round, Duration interval) {
    this.server = server;
    this.round = round;
    this.cadence = new Cadence(interval);
    this.wedgedNanos =
        interval.multipliedBy(WEDGED_INTERVALS).plus(ServerPoller.DEADLINE).toNanos();
    this.thread = new SmallThreads("outbox-monitor-" + server).newThread(this::loop);
    this.finished = System.nanoTime();
  }

  static ServerLoop start(String server, Round round, Duration interval) {
    ServerLoop loop = new ServerLoop(server, round, interval);
    loop.thread.start();
    return loop;
  }

  private void loop() {
    try {
      long due = System.nanoTime();
      do {
        guarded(round::run);
        finished = System.nanoTime();
        due = cadence.next(due, finished);
      } while (!ended.await(due - finished, TimeUnit.NANOSECONDS));
    } catch (InterruptedException nobodyOfOurs) {
      LOG.log(Level.ERROR, "The polls of server [{0}] were interrupted and end", server);
    } finally {
      guarded(round::end);
    }
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException unexpected) {
      LOG.log(
          Level.ERROR,
          "A poll of server [%s] went wrong in the monitor itself; the next one comes in time"
              .formatted(server),
          unexpected);
    }
  }

  /** Tells whether the thread lives and has ended a round lately. */
  boolean isAlive() {
    return isAlive(System.nanoTime());
  }

  boolean isAlive(long now) {
    return thread.isAlive() && now - finished < wedgedNanos;
  }

  /** Ends the loop after the round that is on its way; doesn't wait. */
  void stop() {
    ended.countDown();
  }

  /** Ends the loop after the round that is on its way, and waits for that for two seconds. */
  @Override
  public void close() {
    stop();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
