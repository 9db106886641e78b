package org.outboxconnect.monitor.run;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.outboxconnect.monitor.history.HistoryFile;
import org.outboxconnect.monitor.history.ServerHistory;

/**
 * Saves the history of a server every minute. A disk that is full costs a warning, not the polls.
 * Not thread-safe.
 */
final class HistoryKeeper {

  private static final Logger LOG = System.getLogger(HistoryKeeper.class.getName());
  private static final long EVERY_NANOS = Duration.ofMinutes(1).toNanos();

  private final String server;
  private final HistoryFile file;
  private final ServerHistory history;
  private long saved;
  private boolean failing;

  HistoryKeeper(String server, HistoryFile file, ServerHistory history, long now) {
    this.server = server;
    this.file = file;
    this.history = history;
    this.saved = now;
  }

  /** Saves if a minute has passed; {@code now} is in nanoseconds of any clock that only grows. */
  void saveIfDue(long now) {
    if (now - saved >= EVERY_NANOS) {
      saved = now;
      save();
    }
  }

  void save() {
    try {
      file.save(history);
      failing = false;
    } catch (IOException failure) {
      if (!failing) { // once, not every minute
        LOG.log(
            Level.WARNING,
            "The history of server [{0}] can''t be saved: {1}; a restart would begin it anew",
            server,
            failure.toString());
      }
      failing = true;
    }
  }
}
