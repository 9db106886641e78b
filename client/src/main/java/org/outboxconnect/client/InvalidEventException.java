package org.outboxconnect.client;

import org.jspecify.annotations.Nullable;

/**
 * An event that PostgreSQL or Kafka could never take, or a payload that can't be made into JSON.
 * Nothing of its call was sent to the server, other events of the same list included; the caller's
 * transaction is as it was before.
 */
public final class InvalidEventException extends OutboxException {

  private static final long serialVersionUID = 1L;

  InvalidEventException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  // The fault carries no content; it is no cause, as its trace would only repeat ours.
  InvalidEventException(OutboxEvent event, int index, int count, EventFault fault) {
    super(
        ("Cannot append event [index %d of %d, id %s]: %s. Nothing was sent, the transaction is"
                + " still usable. [Hint: %s]")
            .formatted(index, count, event.id(), fault.problem(), fault.hint()),
        null,
        index);
  }
}
