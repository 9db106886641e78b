package org.outboxconnect.monitor.sample;

import java.time.Instant;

/**
 * Which server answered. System identifier and start together tell servers apart, a primary from
 * its standby included, and are equal for all databases of one server.
 *
 * @param systemIdentifier of the cluster; a standby has that of its primary
 * @param timeline of the last checkpoint; grows with each promotion and restore
 * @param startedAt when the server was started, by its clock
 */
public record ServerIdentity(long systemIdentifier, int timeline, Instant startedAt) {}
