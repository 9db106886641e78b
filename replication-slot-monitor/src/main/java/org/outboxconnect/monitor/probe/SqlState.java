package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.util.Set;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;

/** What the SQLSTATEs mean that a probe can meet. */
final class SqlState {

  static final String INSUFFICIENT_PRIVILEGE = "42501";
  static final String UNDEFINED_TABLE = "42P01";
  private static final String UNDEFINED_FUNCTION = "42883";

  /** {@code statement_timeout} and {@code lock_timeout}. */
  private static final Set<String> TIMEOUTS = Set.of("57014", "55P03");

  private static final String NONE = "no SQLSTATE";

  private SqlState() {}

  static <T> Reading<T> reading(SQLException failure, Probe<?> probe) {
    String state = of(failure);
    if (state.equals(INSUFFICIENT_PRIVILEGE)) {
      return Reading.unknown(Reason.MISSING_PRIVILEGE, probe.privilege());
    }
    if (state.equals(UNDEFINED_FUNCTION)) {
      return Reading.unknown(Reason.NOT_ON_THIS_VERSION, describe(failure));
    }
    return Reading.unknown(
        TIMEOUTS.contains(state) ? Reason.TIMED_OUT : Reason.FAILED, describe(failure));
  }

  static String describe(SQLException failure) {
    return "%s: %s".formatted(of(failure), failure.getMessage());
  }

  private static String of(SQLException failure) {
    String state = failure.getSQLState();
    return state == null ? NONE : state;
  }
}
