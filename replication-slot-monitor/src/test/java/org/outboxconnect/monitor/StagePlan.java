package org.outboxconnect.monitor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.watch.OutboxMode;

/**
 * What a {@link Stage} looks with.
 *
 * @param role name and password of the monitor's role
 * @param mode of the outbox
 * @param expected slots that should be there
 * @param limits what the server can't tell
 * @param thresholds where rules begin to speak
 */
public record StagePlan(
    String role, OutboxMode mode, Set<String> expected, Limits limits, Thresholds thresholds) {

  /** The rights of pg_monitor, a transient outbox, slot {@code outbox} expected. */
  public static final StagePlan USUAL =
      new StagePlan(
          "monitor", OutboxMode.TRANSIENT, Set.of(Look.SLOT), Limits.UNKNOWN, Thresholds.DEFAULTS);

  public StagePlan as(String other) {
    return new StagePlan(other, mode, expected, limits, thresholds);
  }

  /** Expects these slots beside {@code outbox}. */
  public StagePlan expecting(String... others) {
    Set<String> all = new HashSet<>(List.of(others));
    all.addAll(expected);
    return new StagePlan(role, mode, all, limits, thresholds);
  }

  public StagePlan with(OutboxMode other) {
    return new StagePlan(role, other, expected, limits, thresholds);
  }

  public StagePlan with(Limits other) {
    return new StagePlan(role, mode, expected, other, thresholds);
  }

  public StagePlan with(Thresholds other) {
    return new StagePlan(role, mode, expected, limits, other);
  }
}
