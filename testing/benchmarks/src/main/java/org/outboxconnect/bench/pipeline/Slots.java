package org.outboxconnect.bench.pipeline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/** What a run has to know of, and do to, the replication slot of a side. */
final class Slots {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final PostgresServer postgres;

  Slots(PostgresServer postgres) {
    this.postgres = postgres;
  }

  void awaitActive(String slot) {
    Wait.require("slot [%s] in use".formatted(slot), TIMEOUT, () -> count(slot, true) == 1);
  }

  void awaitIdle(String slot) {
    Wait.require("slot [%s] idle".formatted(slot), TIMEOUT, () -> count(slot, true) == 0);
  }

  /** Drops the slot if it exists, once nobody uses it any more. */
  void drop(String slot) throws SQLException {
    awaitIdle(slot);
    try (Connection connection = postgres.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
                    + " WHERE slot_name = ?")) {
      statement.setString(1, slot);
      statement.execute();
    }
  }

  private int count(String slot, boolean active) {
    try (Connection connection = postgres.connect();
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT count(*) FROM pg_replication_slots WHERE slot_name = ? AND active = ?")) {
      statement.setString(1, slot);
      statement.setBoolean(2, active);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot read pg_replication_slots", e);
    }
  }
}
