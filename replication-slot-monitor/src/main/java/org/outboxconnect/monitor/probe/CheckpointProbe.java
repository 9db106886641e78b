package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import org.outboxconnect.monitor.sample.Checkpoint;

/** Age of the last checkpoint: a frozen consumer at the cap can keep the next from completing. */
final class CheckpointProbe implements Probe<Checkpoint> {

  private static final String QUERY =
      """
      SELECT extract(epoch FROM clock_timestamp() - checkpoint_time) AS age,
             redo_lsn - '0/0'::pg_lsn AS redo
      FROM pg_catalog.pg_control_checkpoint()
      """;

  @Override
  public Checkpoint read(Session session) throws SQLException {
    return session.one(QUERY, row -> new Checkpoint(row.age("age"), row.lsn("redo")));
  }
}
