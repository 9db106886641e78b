package org.outboxconnect.monitor.watch;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One outbox in the database that the monitor is connected to.
 *
 * @param schema schema of its table, without quotes
 * @param table its table, without quotes
 * @param mode how events leave it
 * @param slot the slot that relays it; null if it is polled
 * @param publication what the slot's consumer subscribes to; null if none is to be checked
 */
public record OutboxWatch(
    String schema,
    String table,
    OutboxMode mode,
    @Nullable String slot,
    @Nullable String publication) {

  /** Refuses an outbox of a slot without the slot's name, and a polled one with a slot. */
  public OutboxWatch {
    requireNonNull(schema, "schema");
    requireNonNull(table, "table");
    if ((mode == OutboxMode.POLLING) != (slot == null)) {
      throw new IllegalArgumentException(
          "Expected the name of a slot unless mode is POLLING, found mode %s and slot [%s]"
              .formatted(mode, slot));
    }
  }
}
