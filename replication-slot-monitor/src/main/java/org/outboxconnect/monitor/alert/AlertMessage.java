package org.outboxconnect.monitor.alert;

import java.time.Instant;
import java.util.Locale;

/**
 * Something to tell about an alert.
 *
 * @param reason why it is told
 * @param finding what is wrong; of a resolved alert what was wrong last
 * @param since when the first look saw that something is wrong
 * @param at when this was found out
 */
record AlertMessage(Reason reason, Finding finding, Instant since, Instant at) {

  /** Why a message is sent. */
  enum Reason {
    /** Something began to be wrong. */
    NEW,
    /** It became worse. */
    ESCALATED,
    /** It is another thing now. */
    CHANGED,
    /** It is still wrong after the repeat interval. */
    REPEATED,
    /** It is over. */
    RESOLVED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  boolean isFiring() {
    return reason != Reason.RESOLVED;
  }

  Subject subject() {
    return finding.subject();
  }
}
