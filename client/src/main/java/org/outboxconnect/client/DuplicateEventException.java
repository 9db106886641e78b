package org.outboxconnect.client;

import java.sql.SQLException;
import java.util.UUID;

/**
 * The outbox has an event of this id already. The transaction is aborted; the caller must roll
 * back.
 *
 * <p>Noticed only while the earlier row is there: in mode {@link OutboxMode#RETAINED} until
 * housekeeping removes it. Consumers recognise repeats in any case.
 */
public final class DuplicateEventException extends OutboxException {

  private static final long serialVersionUID = 1L;

  private final UUID eventId;

  DuplicateEventException(String message, SQLException cause, int eventIndex, UUID eventId) {
    super(message, cause, eventIndex);
    this.eventId = eventId;
  }

  /** The id that was written before. */
  public UUID eventId() {
    return eventId;
  }
}
