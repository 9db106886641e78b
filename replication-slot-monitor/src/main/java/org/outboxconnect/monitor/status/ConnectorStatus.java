package org.outboxconnect.monitor.status;

import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Reading;

/**
 * What Kafka Connect said about one connector.
 *
 * @param cluster name of the Connect cluster in the configuration
 * @param connector its name
 * @param server name of the server of its slot
 * @param slot its slot
 * @param sample what was found, or why nothing was
 * @param restarts restarts of its tasks that the monitor asked for
 */
public record ConnectorStatus(
    String cluster,
    String connector,
    String server,
    String slot,
    Reading<ConnectSample> sample,
    long restarts) {}
