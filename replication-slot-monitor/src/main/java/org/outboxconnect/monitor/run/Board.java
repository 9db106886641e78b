package org.outboxconnect.monitor.run;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.outboxconnect.monitor.canary.SlotCanary;
import org.outboxconnect.monitor.connect.ConnectClusters;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.StatusBoard;

/**
 * Puts together what is known, from what each thread has published last.
 *
 * @param clock the monitor's
 * @param pollInterval time between two polls
 * @param watches one for each server
 * @param connect the Connect clusters
 * @param canaries one for each server that has one
 */
record Board(
    InstantSource clock,
    Duration pollInterval,
    List<ServerWatch> watches,
    ConnectClusters connect,
    List<SlotCanary> canaries)
    implements StatusBoard {

  @Override
  public MonitorStatus get() {
    return new MonitorStatus(
        clock.instant(),
        pollInterval,
        watches.stream().map(ServerWatch::status).toList(),
        connect.statuses(),
        canaries.stream().flatMap(canary -> canary.statuses().stream()).toList());
  }
}
