package org.outboxconnect.monitor.sample;

/**
 * What lies in the directory of WAL segments, recycled ones included.
 *
 * @param files how many
 * @param bytes their size
 */
public record WalDirectory(long files, long bytes) {}
