package org.outboxconnect.monitor.connect;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Restart;
import org.outboxconnect.monitor.sample.ConnectSample;

/** When to restart one task. The time to wait doubles with each attempt. Not thread-safe. */
final class RestartPlan {

  private final Restart policy;
  private int attempts;
  private boolean givenUp;
  private @Nullable Instant failedSince;
  private @Nullable Instant runningSince;

  /** What to do now. */
  enum Step {
    /** Nothing. */
    WAIT,
    /** To restart the task, and to say so by {@link RestartPlan#restarted}. */
    RESTART,
    /** To leave the task alone from now on; said once. */
    GIVE_UP
  }

  RestartPlan(Restart policy) {
    this.policy = policy;
  }

  /** Decides by the state that a look has shown. */
  Step next(String state, Instant now) {
    return switch (state) {
      case ConnectSample.FAILED -> failed(now);
      case ConnectSample.RUNNING -> running(now);
      default -> {
        runningSince = null;
        yield Step.WAIT;
      }
    };
  }

  private Step running(Instant now) {
    failedSince = null;
    Instant since = runningSince == null ? now : runningSince;
    runningSince = since;
    if (Duration.between(since, now).compareTo(policy.longestWait()) >= 0) {
      attempts = 0;
      givenUp = false;
    }
    return Step.WAIT;
  }

  private Step failed(Instant now) {
    runningSince = null;
    Instant since = failedSince == null ? now : failedSince;
    failedSince = since;
    if (attempts >= policy.attempts()) {
      boolean first = !givenUp;
      givenUp = true;
      return first ? Step.GIVE_UP : Step.WAIT;
    }
    return Duration.between(since, now).compareTo(wait(attempts)) >= 0 ? Step.RESTART : Step.WAIT;
  }

  private Duration wait(int made) {
    Duration wait = policy.firstWait();
    for (int doubled = 0; doubled < made && wait.compareTo(policy.longestWait()) < 0; doubled++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(policy.longestWait()) < 0 ? wait : policy.longestWait();
  }

  /** Notes that the task was restarted; if it stays failed, the next wait begins here. */
  void restarted(Instant now) {
    attempts++;
    failedSince = now;
  }

  /** How many restarts in a row. */
  int attempts() {
    return attempts;
  }
}
