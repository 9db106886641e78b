package org.outboxconnect.monitor.forecast;

import java.util.Locale;

/** What ends a slot, or its server, in the end. */
public enum Limit {
  /** {@code max_slot_wal_keep_size}: the slot is invalidated. */
  SLOT_KEEP_SIZE,
  /** The volume of the WAL: the server stops. */
  WAL_VOLUME,
  /** {@code idle_replication_slot_timeout}: the slot is invalidated at the next checkpoint. */
  IDLE_TIMEOUT,
  /** A rule of the provider that removes slots which nobody uses. */
  PROVIDER_RULE;

  /** Lower case, for outputs. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
