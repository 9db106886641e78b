package org.outboxconnect.monitor.run;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.canary.SlotCanary;
import org.outboxconnect.monitor.config.CanaryConfig;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.config.ServerConfig;
import org.outboxconnect.monitor.connect.ConnectClusters;
import org.outboxconnect.monitor.history.HistoryFile;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.probe.ServerPoller;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.watch.Expectations;

/**
 * What it takes to poll one server; nothing of it has a thread yet.
 *
 * @param watch polls and remembers
 * @param poller its connection
 * @param keeper saves the history; null to keep none over a restart
 * @param canary writes messages; null to write none
 */
record ServerParts(
    ServerWatch watch,
    ServerPoller poller,
    @Nullable HistoryKeeper keeper,
    @Nullable SlotCanary canary) {

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
    SlotCanary canary = canary(server, poller, clock);
    ServerWatch watch =
        new ServerWatch(
            server.name(),
            lags -> polled(poller.poll(lags), canary),
            new LookMaker(server.slots(), assessor(server, config), history),
            connect.of(server.name()),
            clock);
    HistoryKeeper keeper =
        file == null ? null : new HistoryKeeper(server.name(), file, history, System.nanoTime());
    return new ServerParts(watch, poller, keeper, canary);
  }

  private static @Nullable SlotCanary canary(
      ServerConfig server, ServerPoller poller, InstantSource clock) {
    CanaryConfig config = server.canary();
    return config == null ? null : SlotCanary.of(server.name(), config, poller::emit, clock);
  }

  /** The canary writes between two polls, on the connection of the poller. */
  private static Reading<ServerSample> polled(
      Reading<ServerSample> reading, @Nullable SlotCanary canary) {
    if (canary != null) {
      reading.value().ifPresent(canary::after);
    }
    return reading;
  }

  /** Ends what has no loop of its own. */
  void close() {
    poller.close();
    if (canary != null) {
      canary.close();
    }
  }

  private static Assessor assessor(ServerConfig server, MonitorConfig config) {
    return new Assessor(
        new Expectations(server.slots().expected()), server.limits(), config.thresholds());
  }
}
