package org.outboxconnect.schema;

import java.sql.SQLException;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * Takes the WAL of slot {@code outbox} away, as an outage beyond {@code max_slot_wal_keep_size}.
 */
final class LostSlot {

  private LostSlot() {}

  /** Returns when the server says that the slot is lost; further slots are safe again. */
  static void lose(TestDatabase database) throws SQLException {
    database.run("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'", "SELECT pg_reload_conf()");
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                database.run(
                    "SELECT pg_logical_emit_message(false, 'test', 'x')",
                    "SELECT pg_switch_wal()",
                    "CHECKPOINT");
                return database
                    .texts("SELECT wal_status FROM pg_replication_slots WHERE slot_name = 'outbox'")
                    .contains("lost");
              });
    } finally {
      database.run("ALTER SYSTEM RESET max_slot_wal_keep_size", "SELECT pg_reload_conf()");
    }
  }
}
