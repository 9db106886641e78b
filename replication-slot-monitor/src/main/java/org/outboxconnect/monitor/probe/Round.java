package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;

/** The probes of one poll on one session: each fails on its own. */
final class Round {

  private final Session session;

  Round(Session session) {
    this.session = session;
  }

  <T> Reading<T> ask(Probe<T> probe) {
    if (session.version() < probe.since()) {
      return Reading.unknown(
          Reason.NOT_ON_THIS_VERSION, "PostgreSQL %d".formatted(probe.since() / 10_000));
    }
    if (session.isClosed()) {
      return Reading.unknown(Reason.FAILED, "08003: the connection was lost during this poll");
    }
    try {
      return Reading.known(probe.read(session));
    } catch (SQLException failure) {
      return SqlState.reading(failure, probe);
    } catch (RuntimeException unexpected) { // a value that only a newer server knows
      return Reading.unknown(Reason.FAILED, "unexpected answer: " + unexpected);
    }
  }
}
