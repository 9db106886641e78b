package org.outboxconnect.client;

import java.sql.SQLException;

/**
 * The function or table that this call needs doesn't exist in the database, or not on the search
 * path. The server has aborted the transaction; the caller must roll back.
 */
public final class MissingSchemaException extends OutboxException {

  private static final long serialVersionUID = 1L;

  MissingSchemaException(String message, SQLException cause) {
    super(message, cause);
  }
}
