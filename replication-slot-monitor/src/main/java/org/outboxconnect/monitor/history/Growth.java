package org.outboxconnect.monitor.history;

import java.time.Instant;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Net growth. Healthy distances go up and down like a saw, so that two looks say nothing: something
 * has grown for a time if every look of that time shows more than every look of as long before.
 */
final class Growth {

  private Growth() {}

  /** Compares the looks after {@code middle} with those before. */
  static boolean isNet(
      List<SlotPoint> points, Function<SlotPoint, @Nullable Long> measure, Instant middle) {
    LongSummaryStatistics older = new LongSummaryStatistics();
    LongSummaryStatistics newer = new LongSummaryStatistics();
    for (SlotPoint point : points) {
      Long value = measure.apply(point);
      if (value != null) {
        (point.at().isAfter(middle) ? newer : older).accept(value);
      }
    }
    return older.getCount() > 0 && newer.getCount() > 0 && newer.getMin() > older.getMax();
  }
}
