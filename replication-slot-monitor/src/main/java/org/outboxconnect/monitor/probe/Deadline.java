package org.outboxconnect.monitor.probe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Aborts a connection when a poll takes too long, whatever it waits for. A statement's own timeouts
 * are the server's word; this one holds if the server is gone.
 */
final class Deadline implements AutoCloseable {

  private final AtomicBoolean passed = new AtomicBoolean();
  private final ScheduledFuture<?> alarm;

  private Deadline(ScheduledExecutorService timer, Connection connection, Duration limit) {
    alarm = timer.schedule(() -> abort(connection), limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  static Deadline start(ScheduledExecutorService timer, Connection connection, Duration limit) {
    return new Deadline(timer, connection, limit);
  }

  private void abort(Connection connection) {
    passed.set(true);
    try {
      connection.abort(Runnable::run);
    } catch (SQLException alreadyGone) {
      return; // which is what was wanted
    }
  }

  /** Tells whether the connection has been aborted. */
  boolean hasPassed() {
    return passed.get();
  }

  @Override
  public void close() {
    alarm.cancel(false);
  }
}
