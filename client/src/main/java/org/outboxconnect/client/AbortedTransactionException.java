package org.outboxconnect.client;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * An earlier statement of this transaction failed and the application went on. PostgreSQL takes
 * nothing more in such a transaction, and a commit would roll everything back, with pgjdbc's
 * default settings without an exception. The caller must roll back.
 *
 * <p>Without a cause, the driver knew and nothing was sent.
 */
public final class AbortedTransactionException extends OutboxException {

  private static final long serialVersionUID = 1L;

  AbortedTransactionException(String message, @Nullable SQLException cause) {
    super(message, cause);
  }
}
