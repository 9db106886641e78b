package org.outboxconnect.monitor.verdict;

import java.time.Duration;

/**
 * Where the rules begin to speak.
 *
 * @param silentWarning a consumer's silence; three times Debezium's status interval of 10 s
 * @param silentCritical the same; {@code wal_sender_timeout} ends the connection after 60 s by
 *     default, if at all
 * @param inactiveWarning no consumer while retained bytes grow; a connector's restart takes less
 * @param inactiveCritical the same
 * @param waitingCritical age of events that nobody takes
 * @param confirmFlat nothing confirmed; Connect commits offsets every 60 s by default, so that less
 *     than three minutes is noise
 * @param transactionWarning age of an open transaction that pins WAL
 * @param giantInfo a transaction being decoded from disk
 * @param giantWarning the same
 * @param trendWindow over how long something must grow to be called growing
 * @param shortestTrend the same if the slot has little time left: half of what is left, but no less
 *     than this
 * @param gapFor how long a slot must be ahead of Connect: one flush of offsets
 * @param exhaustionCritical time to exhaustion
 * @param exhaustionWarning time to exhaustion
 * @param retainedWarningBytes retained bytes where no limit is known; the lower end of what
 *     operators use
 * @param horizonWarning age of the catalog horizon in transactions
 * @param horizonCritical the same; {@code autovacuum_freeze_max_age} by default
 * @param checkpointStalled age of the last checkpoint in {@code checkpoint_timeout}s
 * @param roleChangeGrace how long after a failover or a restore an expected slot may be missing
 * @param unusedWarning nobody uses the slot while Kafka Connect calls its task running; a worker
 *     that was killed is replaced in less
 */
public record Thresholds(
    Duration silentWarning,
    Duration silentCritical,
    Duration inactiveWarning,
    Duration inactiveCritical,
    Duration waitingCritical,
    Duration confirmFlat,
    Duration transactionWarning,
    Duration giantInfo,
    Duration giantWarning,
    Duration trendWindow,
    Duration shortestTrend,
    Duration gapFor,
    Duration exhaustionCritical,
    Duration exhaustionWarning,
    long retainedWarningBytes,
    long horizonWarning,
    long horizonCritical,
    int checkpointStalled,
    Duration roleChangeGrace,
    Duration unusedWarning) {

  /** What holds unless told otherwise. */
  public static final Thresholds DEFAULTS =
      new Thresholds(
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofMinutes(5),
          Duration.ofMinutes(3),
          Duration.ofMinutes(15),
          Duration.ofMinutes(1),
          Duration.ofMinutes(15),
          Duration.ofMinutes(15),
          Duration.ofMinutes(3),
          Duration.ofSeconds(60),
          Duration.ofHours(4),
          Duration.ofHours(24),
          10L << 30,
          50_000_000,
          200_000_000,
          3,
          Duration.ofMinutes(2),
          Duration.ofMinutes(2));
}
