package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.time.Instant;
import org.outboxconnect.monitor.sample.ServerIdentity;

/** Which server this is. */
final class IdentityProbe implements Probe<ServerIdentity> {

  private static final String QUERY =
      """
      SELECT s.system_identifier, c.timeline_id,
             (extract(epoch FROM pg_catalog.pg_postmaster_start_time()) * 1000000)::int8 AS started
      FROM pg_catalog.pg_control_system() AS s, pg_catalog.pg_control_checkpoint() AS c
      """;

  @Override
  public ServerIdentity read(Session session) throws SQLException {
    return session.one(QUERY, IdentityProbe::identity);
  }

  private static ServerIdentity identity(Row row) throws SQLException {
    Instant started = row.instantOrNull("started");
    return new ServerIdentity(
        row.number("system_identifier"),
        Math.toIntExact(row.number("timeline_id")),
        started == null ? Instant.EPOCH : started);
  }
}
