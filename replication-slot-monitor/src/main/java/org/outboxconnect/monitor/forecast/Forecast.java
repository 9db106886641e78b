package org.outboxconnect.monitor.forecast;

import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How long a slot can go on.
 *
 * @param outageBudgetSeconds how long its consumer may be down from now; infinity if nothing is
 *     written, null if no limit or no load is known. Finite for every healthy slot with a limit: a
 *     figure to size by, nothing to page on.
 * @param timeToExhaustionSeconds the same while the slot is not catching up, else infinity; null if
 *     unknown. The figure to page on.
 * @param limit what comes first; null if nothing is known
 * @param lowConfidence whether less than a day of load is known
 * @param batchExceedsRoom whether the largest hour of the last day alone would use the room up
 */
public record Forecast(
    @Nullable Double outageBudgetSeconds,
    @Nullable Double timeToExhaustionSeconds,
    @Nullable Limit limit,
    boolean lowConfidence,
    boolean batchExceedsRoom) {

  /**
   * Forecasts.
   *
   * @param stuck whether the slot is not catching up
   */
  public static Forecast of(Headroom headroom, WalLoad load, boolean stuck) {
    Headroom.Room room = headroom.room();
    Headroom.Time time = headroom.time();
    OptionalDouble byWal =
        room == null ? OptionalDouble.empty() : load.secondsToWrite(room.bytes());
    OptionalDouble byTime =
        time == null ? OptionalDouble.empty() : OptionalDouble.of(time.left().toMillis() / 1e3);
    boolean timeRuns = time != null && time.running();
    return new Forecast(
        boxed(min(byWal, byTime)),
        exhaustion(byWal, byTime, stuck, timeRuns),
        limit(room, time, byWal, byTime),
        load.isLowConfidence(),
        room != null && load.largestHourBytes() > room.bytes());
  }

  private static @Nullable Double exhaustion(
      OptionalDouble byWal, OptionalDouble byTime, boolean stuck, boolean timeRuns) {
    if (!stuck && !timeRuns) {
      return Double.POSITIVE_INFINITY;
    }
    OptionalDouble never = OptionalDouble.of(Double.POSITIVE_INFINITY);
    return boxed(min(stuck ? byWal : never, timeRuns ? byTime : OptionalDouble.empty()));
  }

  private static @Nullable Limit limit(
      Headroom.@Nullable Room room,
      Headroom.@Nullable Time time,
      OptionalDouble byWal,
      OptionalDouble byTime) {
    if (time != null && byTime.orElse(0) <= byWal.orElse(Double.POSITIVE_INFINITY)) {
      return time.limit();
    }
    return room == null ? null : room.limit();
  }

  private static OptionalDouble min(OptionalDouble one, OptionalDouble other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return OptionalDouble.of(Math.min(one.getAsDouble(), other.getAsDouble()));
  }

  private static @Nullable Double boxed(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  /** Tells whether the end is nearer than this; false if it is unknown. */
  public boolean endsWithin(Duration span) {
    Double time = timeToExhaustionSeconds;
    return time != null && time < span.toMillis() / 1e3;
  }
}
