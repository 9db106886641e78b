package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.sample.Checkpoint;

/**
 * The consumer is connected and silent. {@code active} and {@code streaming} stay as they were
 * until {@code wal_sender_timeout}, if that is on at all. If its slot is at the cap by then, the
 * checkpointer waits for it, and no checkpoint completes.
 */
final class FrozenConsumerRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    Duration silent = now.history().silent();
    boolean frozen =
        now.isActive()
            && now.isBehind(ServerHistory.RESIDUE_BYTES)
            && Situation.reached(silent, now.limits().silentWarning());
    return frozen ? Optional.of(judgement(now, silent)) : Optional.empty();
  }

  private static Judgement judgement(Situation now, Duration silent) {
    boolean stalled = isCheckpointStalled(now);
    boolean critical = stalled || Situation.reached(silent, now.limits().silentCritical());
    return now.draft(Verdict.FROZEN_CONSUMER, critical ? Severity.CRITICAL : Severity.WARNING)
        .seconds("silent", silent)
        .seconds("checkpoint_age", checkpointAge(now).orElse(null))
        .because(
            stalled
                ? "The consumer is connected and silent, and the checkpointer waits for it: no checkpoint completes"
                : "The consumer is connected and silent: it hangs, or the link to it is cut")
        .doing(
            "Look at the worker: out of memory, long pauses, a full queue, no way to Kafka",
            "Restart the worker, or the task",
            "If checkpoints stand still, end the walsender with pg_terminate_backend");
  }

  private static boolean isCheckpointStalled(Situation now) {
    Optional<Duration> timeout =
        now.server().around().knownSettings().duration("checkpoint_timeout");
    return now.isUnreserved()
        && checkpointAge(now)
            .flatMap(age -> timeout.map(t -> Situation.reached(age, stalled(now, t))))
            .orElse(false);
  }

  private static Duration stalled(Situation now, Duration timeout) {
    return timeout.multipliedBy(now.limits().checkpointStalled());
  }

  private static Optional<Duration> checkpointAge(Situation now) {
    return now.server().around().checkpoint().value().map(Checkpoint::age);
  }
}
