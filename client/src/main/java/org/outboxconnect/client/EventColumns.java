package org.outboxconnect.client;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Checked events in the form in which the functions of the schema take them: one array a column.
 */
final class EventColumns {

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
    for (int i = 0; i < events.size(); i++) {
      int index = i;
      OutboxEvent event = requireNonNull(events.get(i), () -> "events[%d]".formatted(index));
      try {
        columns.set(i, event, rules.check(event, trace));
      } catch (EventFault fault) {
        throw new InvalidEventException(event, i, events.size(), fault);
      }
    }
    return columns;
  }

  private void set(int i, OutboxEvent event, HeadersJson headersJson) {
    ids[i] = event.id().toString();
    aggregateTypes[i] = event.aggregateType();
    aggregateIds[i] = event.aggregateId();
    eventTypes[i] = event.eventType();
    payloads[i] = event.payloadJson();
    headers[i] = headersJson.json();
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
