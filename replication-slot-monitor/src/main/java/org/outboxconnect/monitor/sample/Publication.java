package org.outboxconnect.monitor.sample;

/**
 * The publication of an outbox.
 *
 * @param name its name
 * @param exists whether there is one
 * @param inserts whether it publishes inserts
 * @param hasTable whether it holds the outbox's table or its partitions
 */
public record Publication(String name, boolean exists, boolean inserts, boolean hasTable) {}
