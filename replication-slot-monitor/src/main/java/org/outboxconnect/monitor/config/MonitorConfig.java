package org.outboxconnect.monitor.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.verdict.Thresholds;

/**
 * All settings of one monitor. Immutable, and valid as a whole.
 *
 * @param listen where HTTP is served
 * @param pollInterval time between two looks at a server
 * @param historyDirectory folder for the histories of the servers; null to keep none over a restart
 * @param thresholds where the rules begin to speak
 * @param servers what to look at; at least one, names differ
 * @param connectClusters clusters of Kafka Connect whose connectors belong to slots
 * @param webhooks where alerts go
 */
public record MonitorConfig(
    Listen listen,
    Duration pollInterval,
    @Nullable Path historyDirectory,
    Thresholds thresholds,
    List<ServerConfig> servers,
    List<ConnectClusterConfig> connectClusters,
    List<WebhookConfig> webhooks) {

  /** Copies. */
  public MonitorConfig {
    servers = List.copyOf(servers);
    connectClusters = List.copyOf(connectClusters);
    webhooks = List.copyOf(webhooks);
  }

  /**
   * Where HTTP is served.
   *
   * @param host name or address to bind
   * @param port port; 0 for any free one
   */
  public record Listen(String host, int port) {}
}
