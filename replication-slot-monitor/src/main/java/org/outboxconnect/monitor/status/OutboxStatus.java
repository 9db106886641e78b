package org.outboxconnect.monitor.status;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.OutboxSample;

/**
 * What is said about one outbox.
 *
 * @param sample what was found
 * @param oldestUnpublished how long the oldest event has waited for its relay, zero if none waits;
 *     null if unknown. Read from the table for rows that stay, and told from inserts against the
 *     slot's movement for transient ones.
 */
public record OutboxStatus(OutboxSample sample, @Nullable Duration oldestUnpublished) {}
