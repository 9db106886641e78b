package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.SlotSample.Flags;
import org.outboxconnect.monitor.sample.SlotSample.Holds;
import org.outboxconnect.monitor.sample.SlotSample.Identity;
import org.outboxconnect.monitor.sample.SlotSample.Use;
import org.outboxconnect.monitor.sample.SlotSample.Wal;
import org.outboxconnect.monitor.sample.WalSender;
import org.outboxconnect.monitor.sample.WalStatus;

/**
 * One row of {@link SlotsProbe}.
 *
 * @param sample null in the row that stands for "no slot at all"
 */
record SlotRow(@Nullable SlotSample sample) {

  static SlotRow of(Row row) throws SQLException {
    String name = row.textOrNull("slot_name");
    if (name == null) {
      return new SlotRow(null);
    }
    return new SlotRow(
        new SlotSample(
            identity(name, row), use(row), holds(row), wal(row), flags(row), sender(row)));
  }

  private static Identity identity(String name, Row row) throws SQLException {
    return new Identity(
        name,
        row.text("slot_type").equals("logical"),
        row.textOrNull("plugin"),
        row.textOrNull("database"));
  }

  private static Use use(Row row) throws SQLException {
    return new Use(row.flag("active"), row.intOrNull("active_pid"), row.ageOrNull("inactive_age"));
  }

  private static Holds holds(Row row) throws SQLException {
    return new Holds(
        row.lsnOrNull("restart"),
        row.lsnOrNull("confirmed"),
        row.numberOrNull("xmin_age"),
        row.numberOrNull("catalog_xmin_age"));
  }

  private static Wal wal(Row row) throws SQLException {
    String status = row.textOrNull("wal_status");
    return new Wal(
        status == null ? null : WalStatus.of(status),
        row.numberOrNull("safe_wal_size"),
        row.textOrNull("invalidation_reason"),
        row.flagOrNull("conflicting"));
  }

  private static Flags flags(Row row) throws SQLException {
    return new Flags(
        row.flagOrNull("two_phase"),
        row.lsnOrNull("two_phase_at"),
        row.flagOrNull("failover"),
        row.flagOrNull("synced"));
  }

  private static Reading<WalSender> sender(Row row) throws SQLException {
    if (!row.flag("active")) {
      return Reading.unknown(Reason.NOT_APPLICABLE, "nobody uses the slot");
    }
    String state = row.textOrNull("state");
    if (state == null) { // a session of another role, or SQL functions read the slot
      return Reading.unknown(Reason.MISSING_PRIVILEGE, "pg_read_all_stats");
    }
    return Reading.known(
        new WalSender(
            row.text("application_name"),
            state,
            row.lsnOrNull("sent"),
            row.instantOrNull("reply_micros"),
            row.ageOrNull("reply_age"),
            row.textOrNull("wait_event")));
  }
}
