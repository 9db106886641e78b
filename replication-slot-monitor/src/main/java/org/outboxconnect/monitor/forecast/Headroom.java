package org.outboxconnect.monitor.forecast;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Settings;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.sample.WalDirectory;

/**
 * How much a slot may still retain, as the smallest of the known limits in bytes and in time.
 *
 * @param room in bytes; null if no such limit is known, which is not the same as none
 * @param time until a rule about unused slots strikes; null if there is none
 */
public record Headroom(@Nullable Room room, @Nullable Time time) {

  /**
   * A limit in bytes.
   *
   * @param limit which
   * @param bytes how much WAL may be written until then; never negative
   */
  public record Room(Limit limit, long bytes) {}

  /**
   * A limit in time.
   *
   * @param limit which
   * @param left how long the slot may stay without a consumer from now on; never negative
   * @param running whether the time runs, because nobody uses the slot
   */
  public record Time(Limit limit, Duration left, boolean running) {}

  private static final Headroom NONE = new Headroom(null, null);

  /** The server's own figure is rounded to segments, so that less than two are none. */
  private static final int ROUNDED_SEGMENTS = 2;

  /**
   * Measures a slot's headroom.
   *
   * @param inactive how long nobody has used the slot
   */
  public static Headroom of(
      SlotSample slot, Surroundings around, Duration inactive, Limits limits) {
    if (slot.keptFrom() == null) {
      return NONE; // a lost slot has none, and one that keeps nothing needs none
    }
    Optional<Room> room =
        Stream.of(slotKeep(slot, around), walVolume(around, limits))
            .flatMap(Optional::stream)
            .min(Comparator.comparingLong(Room::bytes));
    Optional<Time> time =
        Stream.of(idleTimeout(slot, around, inactive), provider(slot, inactive, limits))
            .flatMap(Optional::stream)
            .min(Comparator.comparing(Time::left));
    return new Headroom(room.orElse(null), time.orElse(null));
  }

  private static Optional<Room> slotKeep(SlotSample slot, Surroundings around) {
    Long safe = slot.wal().safeBytes();
    if (safe == null) {
      return Optional.empty();
    }
    Settings settings = around.knownSettings();
    OptionalLong cap = settings.slotKeepBytes();
    if (around.settings().value().isPresent() && cap.isEmpty()) {
      return Optional.empty();
    }
    long rounded = safe < ROUNDED_SEGMENTS * settings.segmentBytes() ? 0 : safe;
    return Optional.of(new Room(Limit.SLOT_KEEP_SIZE, rounded));
  }

  private static Optional<Room> walVolume(Surroundings around, Limits limits) {
    Long volume = limits.walVolumeBytes();
    return volume == null
        ? Optional.empty()
        : around
            .walDirectory()
            .value()
            .map(WalDirectory::bytes)
            .map(used -> new Room(Limit.WAL_VOLUME, Math.max(0, volume - used)));
  }

  private static Optional<Time> idleTimeout(
      SlotSample slot, Surroundings around, Duration inactive) {
    return slot.isSyncedCopy()
        ? Optional.empty()
        : around
            .knownSettings()
            .duration("idle_replication_slot_timeout")
            .filter(timeout -> !timeout.isZero())
            .map(timeout -> left(Limit.IDLE_TIMEOUT, timeout, slot, inactive));
  }

  private static Optional<Time> provider(SlotSample slot, Duration inactive, Limits limits) {
    return Optional.ofNullable(limits.providerIdle())
        .map(rule -> left(Limit.PROVIDER_RULE, rule, slot, inactive));
  }

  private static Time left(Limit limit, Duration allowed, SlotSample slot, Duration inactive) {
    boolean running = !slot.use().active();
    Duration left = running ? allowed.minus(inactive) : allowed;
    return new Time(limit, left.isNegative() ? Duration.ZERO : left, running);
  }
}
