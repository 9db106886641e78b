package org.outboxconnect.smt.internal.message;

import java.util.Optional;
import org.outboxconnect.smt.internal.header.JsonCursor;
import org.outboxconnect.smt.internal.header.JsonSyntaxException;

/**
 * The columns of one event as {@code outbox_emit} writes them into a message: one JSON object with
 * these six members in this order, nothing between them, and jsonb's own text as the last two.
 * Headers and payload are cut out and never rendered again.
 *
 * <p>Nothing else is taken for an event: no other order, no blank between members, no member more
 * or less, no byte before or after. A text that differs was not written by {@code outbox_emit}, and
 * who reads it generously has to guess what was meant
 * (docs/rationale.md#why-is-a-message-accepted-in-one-form-only).
 *
 * @param id UUID in PostgreSQL's spelling
 * @param aggregateType any text
 * @param aggregateId any text
 * @param eventType any text
 * @param headers JSON text of an object
 * @param payload JSON text of any value
 */
public record MessageRow(
    String id,
    String aggregateType,
    String aggregateId,
    String eventType,
    String headers,
    String payload) {

  /**
   * PostgreSQL's jsonb parser is recursive. Its default stack ends before 20,000 levels, the most
   * that can be set where a process has 8 MB before 76,000. What is deeper never was jsonb, and
   * breaks parsers of consumers.
   */
  static final int MAX_DEPTH = 80_000;

  /** Empty for a text that is no event in this form; never throws. */
  static Optional<MessageRow> read(String text) {
    try {
      MessageRow row = cut(text);
      return row.isComplete() && JsonEscapes.areOfJsonb(text) ? Optional.of(row) : Optional.empty();
    } catch (JsonSyntaxException e) {
      return Optional.empty();
    }
  }

  private static MessageRow cut(String text) throws JsonSyntaxException {
    JsonCursor json = new JsonCursor(text, MAX_DEPTH);
    json.expect("{\"id\":");
    String id = json.readString();
    json.expect(",\"aggregate_type\":");
    String aggregateType = json.readString();
    json.expect(",\"aggregate_id\":");
    String aggregateId = json.readString();
    json.expect(",\"event_type\":");
    String eventType = json.readString();
    json.expect(",\"headers\":");
    String headers = json.slice();
    json.expect(",\"payload\":");
    String payload = json.slice();
    json.expect("}");
    json.expectEnd();
    return new MessageRow(id, aggregateType, aggregateId, eventType, headers, payload);
  }

  /** What the types of the table's columns and its constraint on headers say. */
  private boolean isComplete() {
    return isUuid(id) && headers.charAt(0) == '{';
  }

  private static boolean isUuid(String text) {
    if (text.length() != 36) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      char c = text.charAt(i);
      if (dash ? c != '-' : !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
        return false;
      }
    }
    return true;
  }

  /** Names the event by its id; the other columns are content. */
  @Override
  public String toString() {
    return "event [%s]".formatted(id);
  }
}
