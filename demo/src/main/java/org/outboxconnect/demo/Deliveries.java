package org.outboxconnect.demo;

import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;

/** What the consumer has read. Written by its thread alone, read by any. */
final class Deliveries {

  /** Never returned by {@link System#nanoTime()} in earnest; stands for "not yet". */
  private static final long NONE = Long.MIN_VALUE;

  private final Set<UUID> events = ConcurrentHashMap.newKeySet();
  private final AtomicLong records = new AtomicLong();
  private final Map<TopicPartition, Long> next = new ConcurrentHashMap<>();
  private volatile Map<TopicPartition, Long> endAtRestart = Map.of();
  private volatile long afterRestartNanos = NONE;

  /**
   * Counts one record.
   *
   * @return whether its event was not read before
   */
  boolean read(TopicPartition partition, long offset, UUID event, long polledNanos) {
    records.incrementAndGet();
    Long end = endAtRestart.get(partition);
    if (end != null && offset >= end && afterRestartNanos == NONE) {
      afterRestartNanos = polledNanos;
    }
    return events.add(event);
  }

  /** Everything before this offset has been applied. */
  void applied(TopicPartition partition, long nextOffset) {
    next.put(partition, nextOffset);
  }

  /**
   * The relay is dead and the topic ends here: what lies behind comes from the restarted one.
   * Records that were already in Kafka when the worker died don't end an outage.
   */
  void relayRestarts(Map<TopicPartition, Long> end) {
    endAtRestart = Map.copyOf(end);
  }

  /** When the first record of the restarted relay was read, by {@link System#nanoTime()}. */
  OptionalLong afterRestartNanos() {
    return afterRestartNanos == NONE ? OptionalLong.empty() : OptionalLong.of(afterRestartNanos);
  }

  /** Whether all records before these ends have been applied. */
  boolean reached(Map<TopicPartition, Long> end) {
    return end.entrySet().stream()
        .allMatch(entry -> next.getOrDefault(entry.getKey(), 0L) >= entry.getValue());
  }

  /** Distinct events. */
  long delivered() {
    return events.size();
  }

  /** Records that repeat an event. */
  long redelivered() {
    return records.get() - events.size();
  }
}
