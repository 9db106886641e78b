package org.outboxconnect.monitor.canary;

import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;

/** Writes a transactional message to the WAL of a server. */
@FunctionalInterface
public interface MessageWriter {

  /**
   * Writes one message.
   *
   * @return where it stands in the WAL, or why it wasn't written
   */
  Reading<Lsn> emit(String prefix, String text);
}
