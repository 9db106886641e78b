package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import org.outboxconnect.monitor.sample.Archiver;

/** What the archiver did: if it fails, WAL piles up and no slot is to blame. */
final class ArchiverProbe implements Probe<Archiver> {

  private static final String QUERY =
      """
      SELECT archived_count, failed_count,
             extract(epoch FROM clock_timestamp() - last_archived_time) AS archived_age,
             extract(epoch FROM clock_timestamp() - last_failed_time) AS failed_age
      FROM pg_catalog.pg_stat_archiver
      """;

  @Override
  public Archiver read(Session session) throws SQLException {
    return session.one(
        QUERY,
        row ->
            new Archiver(
                row.number("archived_count"),
                row.number("failed_count"),
                row.ageOrNull("archived_age"),
                row.ageOrNull("failed_age")));
  }
}
