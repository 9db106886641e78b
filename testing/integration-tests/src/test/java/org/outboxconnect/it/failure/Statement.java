package org.outboxconnect.it.failure;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;
import org.postgresql.PGConnection;

/** Ways to write many rows by one statement. */
enum Statement {
  INSERT_VALUES {
    @Override
    void write(Connection connection, List<OutboxEvent> events) throws SQLException {
      String rows = String.join(", ", Collections.nCopies(events.size(), "(?, ?, ?, ?, ?::jsonb)"));
      try (PreparedStatement insert = connection.prepareStatement(INTO + "VALUES " + rows)) {
        int column = 1;
        for (OutboxEvent event : events) {
          insert.setObject(column++, event.id());
          insert.setString(column++, event.aggregateType());
          insert.setString(column++, event.aggregateId());
          insert.setString(column++, event.eventType());
          insert.setString(column++, "{}");
        }
        insert.executeUpdate();
      }
    }
  },

  INSERT_SELECT {
    @Override
    void write(Connection connection, List<OutboxEvent> events) throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement(
              INTO
                  + "SELECT id, type, 'one', 'Happened', '{}' FROM unnest(?, ?) AS e (id, type)")) {
        Object[] ids = events.stream().map(OutboxEvent::id).toArray();
        Object[] types = events.stream().map(OutboxEvent::aggregateType).toArray();
        insert.setArray(1, connection.createArrayOf("uuid", ids));
        insert.setArray(2, connection.createArrayOf("text", types));
        insert.executeUpdate();
      }
    }
  },

  /** Inserts and deletes. */
  OUTBOX_WRITE {
    @Override
    void write(Connection connection, List<OutboxEvent> events) throws SQLException {
      OutboxWriter.builder().mode(OutboxMode.TRANSIENT).build().appendAll(connection, events);
    }
  },

  OUTBOX_APPEND {
    @Override
    void write(Connection connection, List<OutboxEvent> events) throws SQLException {
      OutboxWriter.builder().mode(OutboxMode.RETAINED).build().appendAll(connection, events);
    }
  },

  /** Only for those who may do more than a writer. */
  COPY {
    @Override
    void write(Connection connection, List<OutboxEvent> events) throws SQLException {
      String rows =
          events.stream()
              .map(event -> "%s,%s,one,Happened,{}\n".formatted(event.id(), event.aggregateType()))
              .collect(Collectors.joining());
      try {
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY outbox " + COLUMNS + " FROM STDIN (FORMAT csv)", new StringReader(rows));
      } catch (java.io.IOException impossible) {
        throw new AssertionError(impossible);
      }
    }
  };

  private static final String COLUMNS = "(id, aggregate_type, aggregate_id, event_type, payload)";
  private static final String INTO = "INSERT INTO outbox " + COLUMNS + " ";

  /** Writes the events in their order; the caller commits. */
  abstract void write(Connection connection, List<OutboxEvent> events) throws SQLException;
}
