package org.outboxconnect.monitor.http;

import org.jspecify.annotations.Nullable;

/** Something with a path of its own. Safe for use by many threads, and asks no server. */
@FunctionalInterface
interface Resource {

  /**
   * Answers {@code GET} and {@code HEAD}.
   *
   * @param accept the header of that name; null if there is none
   */
  Answer answer(@Nullable String accept);
}
