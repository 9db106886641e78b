package org.outboxconnect.monitor.sample;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One replication slot at one moment. Temporary slots are not sampled.
 *
 * @param identity what it is
 * @param use who uses it
 * @param holds what it keeps from being removed
 * @param wal how safe that is
 * @param flags failover and two-phase commit
 * @param sender the process that serves its consumer; not applicable if there is none
 */
public record SlotSample(
    Identity identity, Use use, Holds holds, Wal wal, Flags flags, Reading<WalSender> sender) {

  /** Refuses nulls. */
  public SlotSample {
    requireNonNull(identity, "identity");
    requireNonNull(use, "use");
    requireNonNull(holds, "holds");
    requireNonNull(wal, "wal");
    requireNonNull(flags, "flags");
    requireNonNull(sender, "sender");
  }

  /**
   * What a slot is.
   *
   * @param name unique in the server
   * @param logical false for a physical slot
   * @param plugin output plugin; null if physical
   * @param database database that it decodes; null if physical
   */
  public record Identity(
      String name, boolean logical, @Nullable String plugin, @Nullable String database) {}

  /**
   * Who uses a slot.
   *
   * @param active whether a process holds it; no proof that anything is consumed
   * @param pid that process; null if none
   * @param inactiveFor how long nobody has held it, by the server's account; null while held and
   *     before PostgreSQL 17. A restart of the server begins anew, and for a copy on a standby it
   *     is the time since it was synced.
   */
  public record Use(boolean active, @Nullable Integer pid, @Nullable Duration inactiveFor) {}

  /**
   * What a slot keeps from being removed.
   *
   * @param restart first WAL that it needs; null if it never reserved any, or lost it
   * @param confirmed up to where its consumer is done; null if physical
   * @param xminAge age of the oldest row version kept, in transactions; null if none
   * @param catalogXminAge the same for catalogs; null if none. A lost slot still shows one that no
   *     longer counts.
   */
  public record Holds(
      @Nullable Lsn restart,
      @Nullable Lsn confirmed,
      @Nullable Long xminAge,
      @Nullable Long catalogXminAge) {}

  /**
   * How safe the WAL of a slot is.
   *
   * @param status null if the slot never reserved WAL
   * @param safeBytes how much more WAL can be written before it is lost; negative once it can go at
   *     any time; null without {@code max_slot_wal_keep_size} and when lost. A number even for a
   *     slot that never reserved WAL, where it means nothing.
   * @param invalidationReason null if valid, and before PostgreSQL 17
   * @param conflicting whether recovery on a standby ended it; null if physical and before 17
   */
  public record Wal(
      @Nullable WalStatus status,
      @Nullable Long safeBytes,
      @Nullable String invalidationReason,
      @Nullable Boolean conflicting) {}

  /**
   * Features of a slot, each null on servers that don't have it.
   *
   * @param twoPhase decodes prepared transactions
   * @param twoPhaseAt from where on
   * @param failover is copied to standbys
   * @param synced is such a copy
   */
  public record Flags(
      @Nullable Boolean twoPhase,
      @Nullable Lsn twoPhaseAt,
      @Nullable Boolean failover,
      @Nullable Boolean synced) {}

  /** Unique in the server. */
  public String name() {
    return identity.name();
  }

  /** Tells whether nobody can ever consume from it again. */
  public boolean isLost() {
    return wal.status() == WalStatus.LOST || wal.invalidationReason() != null;
  }

  /**
   * First WAL that the server keeps for it; null if it keeps none. A slot that was invalidated for
   * idleness still shows a position, which nothing is kept for.
   */
  public @Nullable Lsn keptFrom() {
    return isLost() ? null : holds.restart();
  }

  /** Tells whether it is a standby's copy of its primary's slot, which nobody consumes from. */
  public boolean isSyncedCopy() {
    return Boolean.TRUE.equals(flags.synced());
  }
}
