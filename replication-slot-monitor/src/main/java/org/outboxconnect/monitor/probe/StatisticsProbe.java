package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.sample.SlotStatistics;

/** Decoding statistics of all logical slots. */
final class StatisticsProbe implements Probe<Map<String, SlotStatistics>> {

  private static final String QUERY =
      """
      SELECT slot_name, spill_txns, spill_bytes, stream_bytes, total_txns, total_bytes,
             (extract(epoch FROM stats_reset) * 1000000)::int8 AS reset_micros
      FROM pg_catalog.pg_stat_replication_slots
      """;

  @Override
  public Map<String, SlotStatistics> read(Session session) throws SQLException {
    return session.list(QUERY, StatisticsProbe::entry).stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static Map.Entry<String, SlotStatistics> entry(Row row) throws SQLException {
    return Map.entry(
        row.text("slot_name"),
        new SlotStatistics(
            row.number("spill_txns"),
            row.number("spill_bytes"),
            row.number("stream_bytes"),
            row.number("total_txns"),
            row.number("total_bytes"),
            row.instantOrNull("reset_micros")));
  }

  @Override
  public int since() {
    return 140000;
  }
}
