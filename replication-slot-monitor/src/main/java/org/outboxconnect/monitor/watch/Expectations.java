package org.outboxconnect.monitor.watch;

import java.util.Set;

/**
 * The slots that a server should have.
 *
 * @param slots names; one that is missing on a primary is an alarm
 */
public record Expectations(Set<String> slots) {

  /** Copies. */
  public Expectations {
    slots = Set.copyOf(slots);
  }
}
