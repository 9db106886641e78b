package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import org.outboxconnect.monitor.sample.Lsn;

/**
 * Writes a transactional message, which the server allows in a read-only session. The position is
 * that of the message: what a consumer confirms can rest below the end of its transaction.
 *
 * @param prefix of the message
 * @param text its content
 */
record MessageProbe(String prefix, String text) implements Probe<Lsn> {

  private static final String STATEMENT =
      "SELECT pg_catalog.pg_logical_emit_message(true, ?, ?) - '0/0'::pg_lsn AS written";

  @Override
  public Lsn read(Session session) throws SQLException {
    return session.one(STATEMENT, row -> row.lsn("written"), prefix, text);
  }
}
