package org.outboxconnect.it.cdc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;

/** Rows that nobody could write through our functions, in a table that has lost its constraints. */
final class HostileRows {

  private static final String DROP_CONSTRAINTS =
      """
      DO $$
      DECLARE name text;
      BEGIN
        FOR name IN SELECT conname FROM pg_constraint
                    WHERE conrelid = 'outbox'::regclass AND contype IN ('c', 'p') LOOP
          EXECUTE format('ALTER TABLE outbox DROP CONSTRAINT %I', name);
        END LOOP;
        FOREACH name IN ARRAY '{id, aggregate_type, aggregate_id, event_type, payload}'::text[] LOOP
          EXECUTE format('ALTER TABLE outbox ALTER COLUMN %I DROP NOT NULL', name);
        END LOOP;
      END
      $$
      """;

  private final CdcRoad road;

  HostileRows(CdcRoad road) {
    this.road = road;
  }

  void dropConstraints() throws SQLException {
    road.run(DROP_CONSTRAINTS);
  }

  /** Inserts a good row of this aggregate type. */
  String insert(String aggregateType, String payload) throws SQLException {
    return insertWith(Map.of("aggregate_type", aggregateType, "payload", payload));
  }

  /** Inserts a row that differs from a good one in some columns; returns its id. */
  String insertWith(Map<String, String> columns) throws SQLException {
    String id = UUID.randomUUID().toString();
    insert(id, columns, null);
    return id;
  }

  /** Inserts a row that is good but for a NULL; returns its id, which is unknown without one. */
  String insertWithout(String column) throws SQLException {
    String id = column.equals("id") ? null : UUID.randomUUID().toString();
    insert(id, Map.of(), column);
    return String.valueOf(id);
  }

  private void insert(String id, Map<String, String> columns, String absent) throws SQLException {
    try (Connection superuser = road.superuser();
        PreparedStatement insert =
            superuser.prepareStatement(
                "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload, headers)"
                    + " VALUES (?::uuid, ?, ?, ?, ?::jsonb, ?::jsonb)")) {
      insert.setString(1, id);
      String[] names = {"aggregate_type", "aggregate_id", "event_type", "payload", "headers"};
      String[] good = {"Good", "one", "Happened", "{}", "{}"};
      for (int i = 0; i < names.length; i++) {
        String text = names[i].equals(absent) ? null : columns.getOrDefault(names[i], good[i]);
        insert.setString(i + 2, text);
      }
      insert.executeUpdate();
    }
  }
}
