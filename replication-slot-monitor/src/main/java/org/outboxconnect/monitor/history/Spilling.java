package org.outboxconnect.monitor.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How long decoding has written transactions to disk and handed none out. */
final class Spilling {

  private Spilling() {}

  /**
   * Time since the first look, of those after the last transaction was handed out, that shows more
   * bytes on disk than the look before; zero if there is none. That nothing was handed out for a
   * while before is no part of it: the server may have been idle.
   */
  static Duration lasts(Iterable<SlotPoint> points) {
    SlotPoint before = null;
    Instant since = null;
    for (SlotPoint point : points) {
      if (before == null || !Objects.equals(before.transactions(), point.transactions())) {
        since = null;
      } else if (since == null && isMore(point.spilled(), before.spilled())) {
        since = point.at();
      }
      before = point;
    }
    return since == null || before == null ? Duration.ZERO : Duration.between(since, before.at());
  }

  private static boolean isMore(@Nullable Long now, @Nullable Long before) {
    return now != null && before != null && now > before;
  }
}
