package org.outboxconnect.demo;

import java.util.ArrayList;
import java.util.List;
import org.outboxconnect.client.OutboxMode;

/**
 * Which promises a run broke.
 *
 * @param broken one sentence per broken promise; empty when all held
 */
record Verdict(List<String> broken) {

  Verdict {
    broken = List.copyOf(broken);
  }

  /**
   * Judges a finished run.
   *
   * @param mode how the events were written
   * @param uncommitted applied events whose transaction did not commit
   */
  static Verdict of(OutboxMode mode, Result result, long uncommitted) {
    List<String> broken = new ArrayList<>();
    judge(
        broken,
        result.lost(),
        "No commit without event: %d committed events were not applied (lost).");
    judge(
        broken,
        uncommitted,
        "No event without commit: %d events were applied whose transaction did not commit.");
    judge(
        broken,
        result.duplicatesApplied(),
        "Exactly once in effect: %d effects were applied again (duplicates_applied).");
    judge(
        broken,
        result.outOfOrder(),
        "Order per aggregate: %d effects came after a later one of the same order (out_of_order).");
    if (mode == OutboxMode.RETAINED) {
      judge(
          broken,
          result.written() - result.outboxRows(),
          "A retained outbox keeps each event: %d rows are missing (outbox_rows).");
    } else {
      judge(
          broken,
          result.outboxRows(),
          "A transient outbox is empty: %d rows were left in it (outbox_rows).");
    }
    return new Verdict(broken);
  }

  ExitCode exitCode() {
    return broken.isEmpty() ? ExitCode.GOOD : ExitCode.BROKEN_PROMISE;
  }

  private static void judge(List<String> broken, long count, String sentence) {
    if (count != 0) {
      broken.add(sentence.formatted(count));
    }
  }
}
