package org.outboxconnect.client;

/**
 * What a relay reads of one change.
 *
 * @param kind what the event came as, or that a row of the outbox went
 * @param event the event; of a delete only the id is known
 */
public record DecodedChange(Kind kind, DecodedEvent event) {

  /** How an event can travel in the WAL. */
  public enum Kind {
    INSERT,
    DELETE,
    MESSAGE
  }

  /** An event as PostgreSQL renders it. */
  public record DecodedEvent(
      String id,
      String aggregateType,
      String aggregateId,
      String eventType,
      String payload,
      String headers) {}
}
