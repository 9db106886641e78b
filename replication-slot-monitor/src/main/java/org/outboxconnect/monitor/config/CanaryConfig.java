package org.outboxconnect.monitor.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a transactional message to the WAL now and then, and measures how long a slot's consumer
 * takes to confirm it. It hides idle pinning, because it works as a heartbeat does.
 *
 * @param interval time between two messages
 * @param slots slots that have to confirm them
 * @param prefix of the message
 * @param kafka how to see it arrive in Kafka; null to look at the slot only
 */
public record CanaryConfig(
    Duration interval, Set<String> slots, String prefix, @Nullable Kafka kafka) {

  /** Copies. */
  public CanaryConfig {
    slots = Set.copyOf(slots);
  }

  /**
   * Where a message arrives in Kafka; needs {@code kafka-clients} in {@code lib/} beside the jar.
   *
   * @param propertiesFile settings of the consumer
   * @param topic topic of the messages
   */
  public record Kafka(Path propertiesFile, String topic) {}
}
