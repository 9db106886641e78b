package org.outboxconnect.monitor.sample;

import org.outboxconnect.monitor.watch.OutboxWatch;

/**
 * One outbox at one moment.
 *
 * @param watch which one
 * @param publication what is published of it
 * @param statistics what the server counts for its table
 * @param waiting rows that wait for the relay; not applicable if the mode keeps no rows
 */
public record OutboxSample(
    OutboxWatch watch,
    Reading<Publication> publication,
    Reading<OutboxStatistics> statistics,
    Reading<WaitingRows> waiting) {}
