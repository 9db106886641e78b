package org.outboxconnect.client;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checked events in the form in which the functions of the schema take them: one array a column.
 */
final class EventColumns {

  // A message to PostgreSQL can't exceed 1 GiB, and the driver copies it more than once.
  private static final long MAX_CHARACTERS = 256L << 20;

  private final String[] ids;
  private final String[] aggregateTypes;
  private final String[] aggregateIds;
  private final String[] eventTypes;
  private final String[] payloads;
  private final String[] headers;

  private EventColumns(int size) {
    ids = new String[size];
    aggregateTypes = new String[size];
    aggregateIds = new String[size];
    eventTypes = new String[size];
    payloads = new String[size];
    headers = new String[size];
  }

  /**
   * Checks all events; nothing is to be sent if one of them fails.
   *
   * @param trace of the call, for those events that have none
   */
  static EventColumns of(List<OutboxEvent> events, EventRules rules, TraceContext trace) {
    EventColumns columns = new EventColumns(events.size());
    long characters = 0;
    for (int i = 0; i < events.size(); i++) {
      int index = i;
      OutboxEvent event = requireNonNull(events.get(i), () -> "events[%d]".formatted(index));
      try {
        columns.set(i, event, rules.check(event, trace));
        characters += columns.payloads[i].length() + columns.headers[i].length();
        if (characters > MAX_CHARACTERS) {
          throw new EventFault(
              "with it the list holds more than %d characters of payloads and headers"
                  .formatted(MAX_CHARACTERS),
              "append the events in several calls of the same transaction");
        }
      } catch (EventFault fault) {
        throw new InvalidEventException(event, i, events.size(), fault);
      }
    }
    columns.requireDistinctIds(events);
    return columns;
  }

  /** Not all functions of the schema would notice. */
  private void requireDistinctIds(List<OutboxEvent> events) {
    if (ids.length == 1) {
      return;
    }
    Map<String, Integer> indexes = new HashMap<>(2 * ids.length);
    for (int i = 0; i < ids.length; i++) {
      Integer earlier = indexes.putIfAbsent(ids[i], i);
      if (earlier != null) {
        EventFault fault =
            new EventFault(
                "it has the id of the event at index %d".formatted(earlier),
                "append each event once; without an id of its own, each gets a fresh one");
        throw new InvalidEventException(events.get(i), i, ids.length, fault);
      }
    }
  }

  private void set(int i, OutboxEvent event, HeadersJson headersJson) {
    ids[i] = event.id().toString();
    aggregateTypes[i] = event.aggregateType();
    aggregateIds[i] = event.aggregateId();
    eventTypes[i] = event.eventType();
    payloads[i] = event.payloadJson();
    headers[i] = headersJson.json();
  }

  /** In the order of the events. */
  List<String> ids() {
    return List.of(ids);
  }

  int size() {
    return ids.length;
  }

  void bind(PreparedStatement statement, Connection connection) throws SQLException {
    int position = 0;
    for (String[] column :
        List.of(ids, aggregateTypes, aggregateIds, eventTypes, payloads, headers)) {
      // pgjdbc sends an array of strings in binary form: nothing is escaped or parsed.
      statement.setArray(++position, connection.createArrayOf("text", column));
    }
  }
}
