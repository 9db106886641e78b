package org.outboxconnect.demo;

/**
 * When the worker may be killed: 40 to 60 % of the events are consumed and at least one committed
 * event is not, so that the kill hits work in progress. A run whose kill falls outside proves
 * nothing.
 *
 * @param events events of the whole run
 */
record KillMoment(int events) {

  private static final int FROM_PERCENT = 40;
  private static final int TO_PERCENT = 60;

  /** What to do now. */
  enum Decision {
    /** Look again soon. */
    WAIT,
    /** Kill at once. */
    KILL,
    /** Too much is consumed: the moment won't come back. */
    MISSED
  }

  /**
   * Decides from two counts taken one after the other, consumed last.
   *
   * @param committed events whose commit has returned
   * @param consumed events whose effect is committed at the consumer; may be ahead of {@code
   *     committed}, because the relay sees a commit before the writer hears of it
   */
  Decision decide(long committed, long consumed) {
    if (consumed * 100 < (long) events * FROM_PERCENT) {
      return Decision.WAIT;
    }
    if (consumed * 100 > (long) events * TO_PERCENT) {
      return Decision.MISSED;
    }
    return committed > consumed ? Decision.KILL : Decision.WAIT;
  }
}
