package org.outboxconnect.monitor.sample;

import java.time.Duration;

/**
 * The last checkpoint.
 *
 * @param age by the server's clock
 * @param redo from where a crash recovery would start
 */
public record Checkpoint(Duration age, Lsn redo) {}
