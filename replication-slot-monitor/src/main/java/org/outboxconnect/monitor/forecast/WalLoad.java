package org.outboxconnect.monitor.forecast;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * How much WAL a server writes, as bytes of each minute, oldest first. Immutable.
 *
 * <p>With 24 hours of history a forecast is the shorter of two: the last day played again from its
 * beginning, and the mean of the last hour. The first knows nightly and hourly batches in advance,
 * where the mean saw a nightly one 7 minutes before the end in place of 4 hours; the second notices
 * that the load has become another one. Until then it is the larger of the means of 5 minutes and
 * of all, and little is known.
 */
public final class WalLoad {

  private static final int DAY = 1_440;
  private static final int HOUR = 60;
  private static final int FEW = 5;
  private static final double MINUTE_SECONDS = 60;

  private final long[] bytes;

  private WalLoad(long[] bytes) {
    this.bytes = bytes;
  }

  /** Of a history; at most its last 24 hours count. */
  public static WalLoad ofMinutes(long[] minuteBytes) {
    int from = Math.max(0, minuteBytes.length - DAY);
    return new WalLoad(Arrays.copyOfRange(minuteBytes, from, minuteBytes.length));
  }

  /** Tells whether less than a day is known. */
  public boolean isLowConfidence() {
    return bytes.length < DAY;
  }

  /** The most WAL that 60 minutes in a row have brought. */
  public long largestHourBytes() {
    long hour = 0;
    long largest = 0;
    for (int minute = 0; minute < bytes.length; minute++) {
      hour += bytes[minute] - (minute < HOUR ? 0 : bytes[minute - HOUR]);
      largest = Math.max(largest, hour);
    }
    return largest;
  }

  /**
   * How long until so much WAL is written, in seconds.
   *
   * @return infinity if nothing is written; empty within the first minute, when nothing is known
   */
  public OptionalDouble secondsToWrite(long room) {
    if (bytes.length == 0) {
      return OptionalDouble.empty();
    }
    if (room <= 0) {
      return OptionalDouble.of(0);
    }
    return OptionalDouble.of(
        isLowConfidence()
            ? seconds(room, Math.max(mean(FEW), mean(bytes.length)))
            : Math.min(replay(room), seconds(room, mean(HOUR))));
  }

  private double mean(int minutes) {
    int from = Math.max(0, bytes.length - minutes);
    return Arrays.stream(bytes, from, bytes.length).sum() / (double) (bytes.length - from);
  }

  private static double seconds(long room, double bytesPerMinute) {
    return room / bytesPerMinute * MINUTE_SECONDS;
  }

  private double replay(long room) {
    long day = Arrays.stream(bytes).sum();
    if (day == 0) {
      return Double.POSITIVE_INFINITY;
    }
    long wholeDays = (room - 1) / day; // so that a rest is left, which ends within a day
    return (wholeDays * DAY + minutesUntil(room - wholeDays * day)) * MINUTE_SECONDS;
  }

  /** Minutes of the day that pass until so much is written; at least 1, at most what it brings. */
  private double minutesUntil(long rest) {
    long left = rest;
    int minute = 0;
    while (left > bytes[minute]) {
      left -= bytes[minute];
      minute++;
    }
    return minute + left / (double) bytes[minute];
  }
}
