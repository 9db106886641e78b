package org.outboxconnect.monitor.run;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.config.ServerConfig;
import org.outboxconnect.monitor.connect.ConnectClusters;
import org.outboxconnect.monitor.history.HistoryFile;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.probe.ServerPoller;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.watch.Expectations;

/**
 * What it takes to poll one server; nothing of it has a thread yet.
 *
 * @param watch polls and remembers
 * @param poller its connection
 * @param keeper saves the history; null to keep none over a restart
 */
record ServerParts(ServerWatch watch, ServerPoller poller, @Nullable HistoryKeeper keeper) {

  static ServerParts of(
      ServerConfig server,
      MonitorConfig config,
      @Nullable HistoryFolder folder,
      ConnectClusters connect,
      InstantSource clock) {
    HistoryFile file = folder == null ? null : folder.fileOf(server.name());
    ServerHistory history = file == null ? new ServerHistory() : file.load();
    ServerPoller poller =
        new ServerPoller(server.access(), server.outboxes(), clock, server.walDirectoryInterval());
    ServerWatch watch =
        new ServerWatch(
            server.name(),
            poller::poll,
            new LookMaker(server.slots(), assessor(server, config), history),
            connect.of(server.name()),
            clock);
    HistoryKeeper keeper =
        file == null ? null : new HistoryKeeper(server.name(), file, history, System.nanoTime());
    return new ServerParts(watch, poller, keeper);
  }

  private static Assessor assessor(ServerConfig server, MonitorConfig config) {
    return new Assessor(
        new Expectations(server.slots().expected()), server.limits(), config.thresholds());
  }
}
