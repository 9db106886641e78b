package org.outboxconnect.schema;

import java.sql.Connection;
import java.sql.SQLException;

/** Everything by which an event gets into the outbox. */
enum Way {
  INSERT,
  WRITE("outbox_write"),
  WRITE_ONE("outbox_write"),
  APPEND("outbox_append"),
  APPEND_ONE("outbox_append"),
  EMIT("outbox_emit"),
  EMIT_ONE("outbox_emit");

  private final String function;

  Way() {
    this("");
  }

  Way(String function) {
    this.function = function;
  }

  /** Gives all events to the array form at once, to the others one by one. */
  void send(Connection connection, Event... events) throws SQLException {
    switch (this) {
      case WRITE, APPEND, EMIT -> Event.call(connection, function, events);
      case INSERT -> {
        for (Event event : events) {
          event.insert(connection);
        }
      }
      case WRITE_ONE, APPEND_ONE, EMIT_ONE -> {
        for (Event event : events) {
          event.callOne(connection, function);
        }
      }
    }
  }
}
