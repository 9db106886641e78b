package org.outboxconnect.monitor.command;

import java.time.Duration;
import java.util.List;
import org.outboxconnect.monitor.config.ConnectClusterConfig;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.config.ServerConfig;

/**
 * The settings of a command that runs beside the monitor: it writes no message and no history,
 * restarts no task, and alerts nobody.
 */
final class OnlyLooking {

  private OnlyLooking() {}

  static MonitorConfig of(
      MonitorConfig config,
      Duration interval,
      List<ServerConfig> servers,
      List<ConnectClusterConfig> clusters) {
    return new MonitorConfig(
        config.listen(),
        interval,
        null,
        config.thresholds(),
        servers.stream().map(OnlyLooking::withoutCanary).toList(),
        clusters.stream().map(OnlyLooking::withoutRestart).toList(),
        List.of());
  }

  private static ServerConfig withoutCanary(ServerConfig server) {
    return new ServerConfig(
        server.name(),
        server.access(),
        server.slots(),
        server.outboxes(),
        server.limits(),
        server.walDirectoryInterval(),
        null);
  }

  private static ConnectClusterConfig withoutRestart(ConnectClusterConfig cluster) {
    return new ConnectClusterConfig(
        cluster.name(), cluster.urls(), cluster.login(), cluster.connectors(), null);
  }
}
