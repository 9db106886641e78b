package org.outboxconnect.monitor.sample;

import java.time.Duration;

/**
 * Rows of an outbox that no relay has published yet.
 *
 * @param count how many; more than {@link #LIMIT} are not counted
 * @param oldest age of the oldest; zero if there are none
 */
public record WaitingRows(long count, Duration oldest) {

  /** Where counting stops, so that the monitor stays cheap just when there are many. */
  public static final int LIMIT = 10_001;

  /** No row waits. */
  public static final WaitingRows NONE = new WaitingRows(0, Duration.ZERO);
}
