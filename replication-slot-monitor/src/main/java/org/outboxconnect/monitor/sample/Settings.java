package org.outboxconnect.monitor.sample;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a server, with their units. What a version doesn't have is absent.
 *
 * @param values by name
 */
public record Settings(Map<String, Value> values) {

  /**
   * One setting.
   *
   * @param raw in its unit
   * @param unit as in {@code pg_settings}; null if it has none
   */
  public record Value(String raw, @Nullable String unit) {

    private long bytes() {
      return Long.parseLong(raw) * bytesOf(unit == null ? "B" : unit);
    }

    private Duration duration() {
      return Duration.ofMillis(Long.parseLong(raw) * millisOf(unit == null ? "ms" : unit));
    }

    private static long bytesOf(String unit) {
      return switch (unit) {
        case "B" -> 1;
        case "kB" -> 1L << 10;
        case "8kB" -> 8L << 10;
        case "MB" -> 1L << 20;
        case "GB" -> 1L << 30;
        default -> throw new IllegalStateException("Expected a unit of size, found " + unit);
      };
    }

    private static long millisOf(String unit) {
      return switch (unit) {
        case "ms" -> 1;
        case "s" -> 1_000;
        case "min" -> 60_000;
        default -> throw new IllegalStateException("Expected a unit of time, found " + unit);
      };
    }
  }

  private static final long USUAL_SEGMENT_BYTES = 16L << 20;

  /** Copies. */
  public Settings {
    values = Map.copyOf(values);
  }

  /** The text of a setting. */
  public Optional<String> text(String name) {
    return value(name).map(Value::raw);
  }

  /** A time; zero usually means "off". */
  public Optional<Duration> duration(String name) {
    return value(name).map(Value::duration);
  }

  /** A size; zero if unknown. */
  public long bytes(String name) {
    return value(name).map(Value::bytes).orElse(0L);
  }

  /**
   * How much WAL slots may retain: {@code max_slot_wal_keep_size}, or {@code wal_keep_size} if that
   * is more. Empty if there is no limit or it is unknown.
   */
  public OptionalLong slotKeepBytes() {
    long cap = value("max_slot_wal_keep_size").map(Value::raw).map(Long::parseLong).orElse(-1L);
    if (cap < 0) {
      return OptionalLong.empty();
    }
    long capBytes = value("max_slot_wal_keep_size").orElseThrow().bytes();
    return OptionalLong.of(Math.max(capBytes, bytes("wal_keep_size")));
  }

  /** Size of a WAL segment; 16 MiB if unknown. */
  public long segmentBytes() {
    return value("wal_segment_size").map(Value::bytes).orElse(USUAL_SEGMENT_BYTES);
  }

  private Optional<Value> value(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
