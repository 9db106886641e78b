package org.outboxconnect.monitor.probe;

import java.sql.SQLException;

/** The server answered, but left out what the role may not see: it shows NULL and no error. */
final class HiddenException extends SQLException {

  private static final long serialVersionUID = 1L;

  HiddenException(String what) {
    super(what, SqlState.INSUFFICIENT_PRIVILEGE);
  }
}
