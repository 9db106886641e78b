package org.outboxconnect.client;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Root of what {@link OutboxWriter} and {@link Inbox} refuse. The message says what was wrong, what
 * was expected, in which state the transaction is and what to do. Neither the message nor a cause
 * holds payload or header values. What the server says beyond the cases that have a subclass stays
 * a {@link java.sql.SQLException}.
 */
public class OutboxException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  static final int NO_EVENT = -1;

  private final int eventIndex;

  OutboxException(String message, @Nullable Throwable cause) {
    this(message, cause, NO_EVENT);
  }

  OutboxException(String message, @Nullable Throwable cause, int eventIndex) {
    super(message, cause);
    this.eventIndex = eventIndex;
  }

  /**
   * Which event was refused: its index in the list given to {@link OutboxWriter#appendAll}, 0 for
   * {@link OutboxWriter#append}; empty when the trouble is not about one event.
   */
  public OptionalInt eventIndex() {
    return eventIndex == NO_EVENT ? OptionalInt.empty() : OptionalInt.of(eventIndex);
  }
}
