package org.outboxconnect.client;

import java.sql.SQLException;
import java.util.Optional;

/**
 * The server refused a row by a constraint of the table: by a rule or limit that the client doesn't
 * know. The transaction is aborted; the caller must roll back. The cause has the SQLSTATE; values
 * of the row are nowhere in it.
 *
 * <p>{@link #eventIndex()} says which event it was, if the server told.
 */
public final class RefusedByTableException extends OutboxException {

  private static final long serialVersionUID = 1L;

  private final String constraint;

  RefusedByTableException(
      String message, SQLException cause, int eventIndex, Optional<String> constraint) {
    super(message, cause, eventIndex);
    this.constraint = constraint.orElse("");
  }

  /**
   * Name of the constraint, such as {@code outbox_payload_size}; for a column that must not be null
   * {@code <column> NOT NULL}. Empty if the driver is another one than PostgreSQL's own, or can't
   * be seen from here.
   */
  public Optional<String> constraint() {
    return constraint.isEmpty() ? Optional.empty() : Optional.of(constraint);
  }
}
