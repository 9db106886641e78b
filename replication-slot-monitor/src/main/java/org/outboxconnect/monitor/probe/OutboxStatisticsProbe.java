package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import org.outboxconnect.monitor.sample.OutboxStatistics;
import org.outboxconnect.monitor.watch.OutboxWatch;

/**
 * Counters of an outbox's table, partitions included. They come from shared memory and catalogs, so
 * that an ACCESS EXCLUSIVE lock on the table doesn't make the monitor wait.
 */
final class OutboxStatisticsProbe implements Probe<OutboxStatistics> {

  private static final String QUERY =
      OutboxTable.WITH
          + """
      SELECT count(*) AS tables, sum(greatest(reltuples, 0))::int8 AS row_count,
             sum(pg_catalog.pg_stat_get_dead_tuples(oid))::int8 AS dead,
             sum(pg_catalog.pg_stat_get_tuples_inserted(oid))::int8 AS inserted,
             sum(pg_catalog.pg_stat_get_tuples_deleted(oid))::int8 AS deleted
      FROM outbox
      """;

  private final OutboxWatch outbox;

  OutboxStatisticsProbe(OutboxWatch outbox) {
    this.outbox = outbox;
  }

  @Override
  public OutboxStatistics read(Session session) throws SQLException {
    return session.one(QUERY, this::statistics, outbox.schema(), outbox.table());
  }

  private OutboxStatistics statistics(Row row) throws SQLException {
    if (row.number("tables") == 0) {
      throw new SQLException(
          "There is no table [%s.%s]".formatted(outbox.schema(), outbox.table()),
          SqlState.UNDEFINED_TABLE);
    }
    return new OutboxStatistics(
        row.number("row_count"), row.number("dead"), row.number("inserted"), row.number("deleted"));
  }
}
