package org.outboxconnect.operations.config;

/**
 * What the database server can serve, for a check without a connection.
 *
 * @param maxReplicationSlots setting {@code max_replication_slots}
 * @param maxWalSenders setting {@code max_wal_senders}
 * @param otherSlots slots that exist for something else, standbys included
 * @param otherSenders WAL senders that something else needs at the same time, base backups included
 */
public record ServerLimits(
    int maxReplicationSlots, int maxWalSenders, int otherSlots, int otherSenders) {

  /** Refuses negative numbers. */
  public ServerLimits {
    if (maxReplicationSlots < 0 || maxWalSenders < 0 || otherSlots < 0 || otherSenders < 0) {
      throw new IllegalArgumentException(
          ("Expected numbers from 0 on, found %d slots and %d senders, of which %d and %d are"
                  + " others'")
              .formatted(maxReplicationSlots, maxWalSenders, otherSlots, otherSenders));
    }
  }
}
