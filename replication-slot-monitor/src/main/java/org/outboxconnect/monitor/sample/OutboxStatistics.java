package org.outboxconnect.monitor.sample;

/**
 * What the server counts for an outbox's table, partitions included; read without a lock.
 *
 * @param rows estimate
 * @param deadRows estimate of row versions that wait for vacuum
 * @param inserted rows inserted since the statistics were reset, rolled back ones included
 * @param deleted rows deleted since then
 */
public record OutboxStatistics(long rows, long deadRows, long inserted, long deleted) {}
