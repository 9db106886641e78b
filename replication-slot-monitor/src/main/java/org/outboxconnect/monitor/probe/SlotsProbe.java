package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.sample.ServerPosition;

/**
 * Slots, their walsenders and the server's position in one statement, so that the distances between
 * them are of one moment. Works on primary and standby with no privilege; without {@code
 * pg_read_all_stats} the server leaves the walsenders out.
 *
 * <p>The head of a standby is what it has received or replayed, whichever is more: received WAL is
 * unknown without streaming and can be behind just after a start.
 */
final class SlotsProbe implements Probe<PositionedSlots> {

  private static final List<GatedColumn> COLUMNS =
      List.of(
          GatedColumn.of("two_phase", "bool", Map.of(140000, "sl.two_phase")),
          GatedColumn.of(
              "two_phase_at", "numeric", Map.of(180000, "sl.two_phase_at - '0/0'::pg_lsn")),
          // 16 has the column, but there it is true after any invalidation, not only a conflict.
          GatedColumn.of("conflicting", "bool", Map.of(170000, "sl.conflicting")),
          GatedColumn.of(
              "inactive_age",
              "float8",
              Map.of(170000, "extract(epoch FROM clock_timestamp() - sl.inactive_since)")),
          GatedColumn.of("invalidation_reason", "text", Map.of(170000, "sl.invalidation_reason")),
          GatedColumn.of("failover", "bool", Map.of(170000, "sl.failover")),
          GatedColumn.of("synced", "bool", Map.of(170000, "sl.synced")));

  private static final String QUERY =
      """
      WITH pos AS (
        SELECT standby,
               CASE WHEN standby
                    THEN GREATEST(pg_catalog.pg_last_wal_receive_lsn(), pg_catalog.pg_last_wal_replay_lsn())
                    ELSE pg_catalog.pg_current_wal_lsn() END AS head,
               CASE WHEN standby THEN pg_catalog.pg_last_wal_replay_lsn()
                    ELSE pg_catalog.pg_current_wal_lsn() END AS decodable
        FROM (SELECT pg_catalog.pg_is_in_recovery() AS standby) AS role)
      SELECT pos.standby, pos.head - '0/0'::pg_lsn AS head, pos.decodable - '0/0'::pg_lsn AS decodable,
             sl.slot_name, sl.slot_type, sl.plugin, sl.database, sl.active, sl.active_pid,
             sl.wal_status, sl.safe_wal_size,
             age(sl.xmin)::int8 AS xmin_age, age(sl.catalog_xmin)::int8 AS catalog_xmin_age,
             sl.restart_lsn - '0/0'::pg_lsn AS restart, sl.confirmed_flush_lsn - '0/0'::pg_lsn AS confirmed,
             snd.application_name, snd.state, snd.sent_lsn - '0/0'::pg_lsn AS sent,
             (extract(epoch FROM snd.reply_time) * 1000000)::int8 AS reply_micros,
             extract(epoch FROM clock_timestamp() - snd.reply_time) AS reply_age,
             act.wait_event, %s
      FROM pos
      LEFT JOIN pg_catalog.pg_replication_slots AS sl ON NOT sl.temporary
      LEFT JOIN pg_catalog.pg_stat_replication AS snd ON snd.pid = sl.active_pid
      LEFT JOIN pg_catalog.pg_stat_activity AS act ON act.pid = sl.active_pid
      ORDER BY sl.slot_name
      """;

  private record Found(ServerPosition position, SlotRow slot) {}

  @Override
  public PositionedSlots read(Session session) throws SQLException {
    List<Found> rows = session.list(query(session.version()), SlotsProbe::found);
    return new PositionedSlots(
        rows.get(0).position(), // without any slot there is one row with the position alone
        rows.stream().map(row -> row.slot().sample()).filter(Objects::nonNull).toList());
  }

  static String query(int version) {
    return QUERY.formatted(
        COLUMNS.stream().map(column -> column.on(version)).collect(Collectors.joining(", ")));
  }

  private static Found found(Row row) throws SQLException {
    return new Found(
        new ServerPosition(row.flag("standby"), row.lsn("head"), row.lsn("decodable")),
        SlotRow.of(row));
  }
}
