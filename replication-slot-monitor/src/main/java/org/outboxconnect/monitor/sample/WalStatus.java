package org.outboxconnect.monitor.sample;

import java.util.Locale;

/**
 * How safe the WAL that a slot needs is, by the server's own account. The steps are no measure of
 * headroom: a slot that stands still goes from {@code EXTENDED} to {@code LOST} between two looks.
 */
public enum WalStatus {
  /** Within {@code max_wal_size}; says nothing about how much room is left. */
  RESERVED,
  /** Beyond {@code max_wal_size}, kept because of the slot. */
  EXTENDED,
  /** The next checkpoint removes it. */
  UNRESERVED,
  /** The slot can't be used any more. */
  LOST;

  /** The value as the server writes it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads the server's spelling. */
  public static WalStatus of(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
