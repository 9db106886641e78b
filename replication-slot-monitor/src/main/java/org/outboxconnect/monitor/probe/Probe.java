package org.outboxconnect.monitor.probe;

import java.sql.SQLException;

/**
 * One question to a server.
 *
 * @param <T> what the answer is read into
 */
interface Probe<T> {

  /** Asks; one statement in its own transaction. */
  T read(Session session) throws SQLException;

  /** The first {@code server_version_num} that has what is asked for. */
  default int since() {
    return 0;
  }

  /** What to grant if the server refuses. */
  default String privilege() {
    return "pg_monitor";
  }
}
