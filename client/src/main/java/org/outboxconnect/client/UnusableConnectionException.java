package org.outboxconnect.client;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The connection can't take a write that belongs to a transaction: it is closed, read-only or in
 * auto-commit mode. Nothing was written. When this has a cause, the server said so and the
 * transaction is aborted; otherwise nothing was sent and the connection is as it was before.
 */
public final class UnusableConnectionException extends OutboxException {

  private static final long serialVersionUID = 1L;

  UnusableConnectionException(String message, @Nullable SQLException cause) {
    super(message, cause);
  }
}
