package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;

/**
 * Sessions of all databases that hold a transaction id. Without {@code pg_read_all_stats} the
 * server shows the ids of other roles' sessions but not when they began; then the oldest is hidden.
 */
final class WritersProbe implements Probe<OpenTransactions> {

  private static final String QUERY =
      """
      SELECT count(*) OVER () AS writers, count(*) FILTER (WHERE xact_start IS NULL) OVER () AS hidden,
             extract(epoch FROM clock_timestamp() - xact_start) AS age, datname,
             pid || ' ' || coalesce(nullif(application_name, ''), backend_type, '') AS who
      FROM pg_catalog.pg_stat_activity
      WHERE backend_xid IS NOT NULL AND pid <> pg_catalog.pg_backend_pid()
      ORDER BY xact_start
      LIMIT 1
      """;

  private record Found(long writers, long hidden, @Nullable Oldest oldest) {}

  @Override
  public OpenTransactions read(Session session) throws SQLException {
    List<Found> rows = session.list(QUERY, WritersProbe::found);
    if (rows.isEmpty()) {
      return new OpenTransactions(0, null);
    }
    Found found = rows.get(0);
    if (found.hidden() > 0) {
      throw new HiddenException("%d transactions are hidden".formatted(found.hidden()));
    }
    return new OpenTransactions(found.writers(), found.oldest());
  }

  private static Found found(Row row) throws SQLException {
    return new Found(
        row.number("writers"),
        row.number("hidden"),
        new Oldest(row.age("age"), row.textOrNull("datname"), row.text("who")));
  }

  @Override
  public String privilege() {
    return "pg_read_all_stats";
  }
}
