package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.sample.Settings;

/** The settings that decide what a slot may retain and how fast trouble is noticed. */
final class SettingsProbe implements Probe<Settings> {

  /** Asked for by name: what a version lacks is simply not among the answers. */
  private static final String QUERY =
      """
      SELECT name, setting, unit FROM pg_catalog.pg_settings
      WHERE name IN ('max_slot_wal_keep_size', 'wal_keep_size', 'max_wal_size', 'wal_segment_size',
                     'wal_level', 'wal_sender_timeout', 'checkpoint_timeout', 'max_replication_slots',
                     'max_wal_senders', 'logical_decoding_work_mem', 'archive_mode',
                     'sync_replication_slots', 'synchronized_standby_slots', 'transaction_timeout',
                     'idle_replication_slot_timeout', 'max_active_replication_origins')
      """;

  @Override
  public Settings read(Session session) throws SQLException {
    return new Settings(
        session.list(QUERY, SettingsProbe::entry).stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  private static Map.Entry<String, Settings.Value> entry(Row row) throws SQLException {
    return Map.entry(
        row.text("name"), new Settings.Value(row.text("setting"), row.textOrNull("unit")));
  }
}
