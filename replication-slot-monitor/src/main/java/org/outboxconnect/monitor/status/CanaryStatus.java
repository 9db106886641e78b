package org.outboxconnect.monitor.status;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the canary of one slot fares.
 *
 * @param server name of the server
 * @param slot its slot
 * @param written when the newest message was written; null before the first one
 * @param confirmedAfter how long the newest confirmed message took; null before the first one
 * @param waiting how long the oldest unconfirmed message has waited; zero if none does
 * @param arrivedAfter how long the newest message took that was seen in Kafka; null if none was
 * @param problem why there is less than was asked for, as a sentence; null if there is nothing
 */
public record CanaryStatus(
    String server,
    String slot,
    @Nullable Instant written,
    @Nullable Duration confirmedAfter,
    Duration waiting,
    @Nullable Duration arrivedAfter,
    @Nullable String problem) {}
