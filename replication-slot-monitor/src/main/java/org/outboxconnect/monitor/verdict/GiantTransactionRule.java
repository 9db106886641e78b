package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;

/**
 * Decoding writes one transaction to disk and hands none out. The bytes rise while the transaction
 * is still open, before anything is late.
 */
final class GiantTransactionRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    boolean giant = now.hears() && isDecoding(now, now.limits().giantInfo());
    return giant ? Optional.of(judgement(now)) : Optional.empty();
  }

  private static boolean isDecoding(Situation now, Duration window) {
    return now.history().spilled(now.limits().giantInfo()).filter(bytes -> bytes > 0).isPresent()
        && Situation.reached(now.history().spilling(), window);
  }

  private static Judgement judgement(Situation now) {
    boolean lasts = isDecoding(now, now.limits().giantWarning());
    return now.draft(Verdict.GIANT_TRANSACTION, lasts ? Severity.WARNING : Severity.INFO)
        .bytes("spilled", now.distances().spilled())
        .seconds("spilling", now.history().spilling())
        .because("One transaction is too large for memory; nothing else is confirmed until it ends")
        .doing(
            "Find it: the oldest transaction with an id, in any database of the server",
            "See that the data directory has room for it, in pg_replslot",
            "Split such jobs, or raise logical_decoding_work_mem");
  }
}
