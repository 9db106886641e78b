package org.outboxconnect.demo;

import java.util.Locale;

/**
 * What one run counted, in the order of the {@code RESULT} line.
 *
 * @param written events whose commit returned
 * @param delivered distinct event ids read from Kafka
 * @param applied distinct event ids in the effect table
 * @param lost written and not applied
 * @param duplicatesApplied effect rows minus distinct ids
 * @param outOfOrder effects whose per-order counter is below one applied before
 * @param outboxRows rows left in the outbox table
 * @param redelivered records minus distinct ids
 * @param outageMs from the kill to the first record that the restarted worker produced and the
 *     consumer read; 0 without a kill
 * @param p50Ms median of return of commit to return of poll, in milliseconds
 * @param p99Ms 99th percentile of the same
 */
record Result(
    long written,
    long delivered,
    long applied,
    long lost,
    long duplicatesApplied,
    long outOfOrder,
    long outboxRows,
    long redelivered,
    long outageMs,
    double p50Ms,
    double p99Ms) {

  /** The line that scripts read; the same bytes in every locale. */
  String line() {
    return String.format(
        Locale.ROOT,
        "RESULT written=%d delivered=%d applied=%d lost=%d duplicates_applied=%d out_of_order=%d"
            + " outbox_rows=%d redelivered=%d outage_ms=%d p50_ms=%.1f p99_ms=%.1f",
        written,
        delivered,
        applied,
        lost,
        duplicatesApplied,
        outOfOrder,
        outboxRows,
        redelivered,
        outageMs,
        p50Ms,
        p99Ms);
  }
}
