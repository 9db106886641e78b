package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.time.Duration;
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.watch.OutboxWatch;

/**
 * Rows that are not known to be published, read along the index of those, newest first, and never
 * more than {@link WaitingRows#LIMIT}. Under a lock on the table it gives up after {@code
 * lock_timeout}.
 *
 * <p>Behind a slot a row carries no mark at once: what is younger than the newest confirmed WAL
 * waits. A polling relay marks its rows, so that every row without a mark waits; then the oldest
 * one is what counts, and it is read from the other end.
 */
final class WaitingRowsProbe implements Probe<WaitingRows> {

  private static final String QUERY =
      """
      SELECT count(*) AS waiting, max(age) AS oldest
      FROM (SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS age
            FROM %s WHERE published_at IS NULL ORDER BY "position" %s LIMIT %d) AS unmarked
      WHERE age <= ?
      """;

  private final OutboxWatch outbox;
  private final Duration youngerThan;
  private final String order;

  private WaitingRowsProbe(OutboxWatch outbox, Duration youngerThan, String order) {
    this.outbox = outbox;
    this.youngerThan = youngerThan;
    this.order = order;
  }

  /** Rows that a polling relay has left. */
  static WaitingRowsProbe unmarked(OutboxWatch outbox) {
    return new WaitingRowsProbe(outbox, Duration.ofDays(36_500), "ASC");
  }

  /** Rows that are younger than what the slot has confirmed. */
  static WaitingRowsProbe behindSlot(OutboxWatch outbox, Duration lag) {
    return new WaitingRowsProbe(outbox, lag, "DESC");
  }

  @Override
  public WaitingRows read(Session session) throws SQLException {
    String sql = QUERY.formatted(OutboxTable.name(outbox), order, WaitingRows.LIMIT);
    return session.one(
        sql,
        row -> new WaitingRows(row.number("waiting"), row.age("oldest")),
        youngerThan.toMillis() / 1e3);
  }

  @Override
  public String privilege() {
    return "outbox_monitor, or SELECT on created_at, published_at and position";
  }
}
