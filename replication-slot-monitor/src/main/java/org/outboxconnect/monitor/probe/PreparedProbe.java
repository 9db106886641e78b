package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;

/** Prepared transactions of all databases; everybody may see them. */
final class PreparedProbe implements Probe<OpenTransactions> {

  private static final String QUERY =
      """
      SELECT count(*) OVER () AS prepared, extract(epoch FROM clock_timestamp() - prepared) AS age,
             database, gid
      FROM pg_catalog.pg_prepared_xacts
      ORDER BY pg_prepared_xacts.prepared
      LIMIT 1
      """;

  private record Found(long prepared, @Nullable Oldest oldest) {}

  @Override
  public OpenTransactions read(Session session) throws SQLException {
    List<Found> rows = session.list(QUERY, PreparedProbe::found);
    return rows.isEmpty()
        ? new OpenTransactions(0, null)
        : new OpenTransactions(rows.get(0).prepared(), rows.get(0).oldest());
  }

  private static Found found(Row row) throws SQLException {
    return new Found(
        row.number("prepared"),
        new Oldest(row.age("age"), row.textOrNull("database"), row.text("gid")));
  }
}
