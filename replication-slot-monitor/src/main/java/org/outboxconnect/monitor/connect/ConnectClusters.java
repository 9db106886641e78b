package org.outboxconnect.monitor.connect;

import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.outboxconnect.monitor.config.ConnectClusterConfig;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Connector;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.status.ConnectorStatus;
import org.outboxconnect.monitor.thread.SmallThreads;

/**
 * All clusters of Kafka Connect that are configured. Each is read when a server is polled that has
 * a slot of one of its connectors. Safe for use by many threads.
 */
public final class ConnectClusters implements AutoCloseable {

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int CLIENT_THREADS = 2;

  private final List<ClusterWatch> clusters;
  private final Freshness freshness;
  private final ExecutorService client;

  private ConnectClusters(
      List<ConnectClusterConfig> configs, Freshness freshness, InstantSource clock) {
    this.client =
        Executors.newFixedThreadPool(CLIENT_THREADS, new SmallThreads("outbox-monitor-http"));
    this.freshness = freshness;
    if (configs.isEmpty()) { // a client has a thread from the first moment on
      this.clusters = List.of();
    } else {
      HttpClient http = http(client);
      this.clusters =
          configs.stream().map(config -> new ClusterWatch(config, http, clock)).toList();
    }
  }

  /**
   * Asks nothing yet.
   *
   * @param configs the clusters
   * @param pollInterval time between two polls of a server
   * @param clock times the restarts of tasks
   */
  public static ConnectClusters of(
      List<ConnectClusterConfig> configs, Duration pollInterval, InstantSource clock) {
    return new ConnectClusters(configs, new Freshness(pollInterval), clock);
  }

  static HttpClient http(ExecutorService threads) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(CONNECT)
        .executor(threads)
        .build();
  }

  /** The connectors whose slots are on a configured server. */
  public SlotConnectors of(String server) {
    return new SlotConnectors(
        clusters.stream()
            .flatMap(
                cluster ->
                    cluster.connectors().stream()
                        .filter(connector -> connector.config().server().equals(server))
                        .map(connector -> new SlotConnectors.Member(cluster, connector)))
            .toList(),
        freshness);
  }

  /** What is known about each connector, in the order of the configuration. */
  public List<ConnectorStatus> statuses() {
    return clusters.stream()
        .flatMap(
            cluster -> cluster.connectors().stream().map(connector -> status(cluster, connector)))
        .toList();
  }

  private ConnectorStatus status(ClusterWatch cluster, ConnectorWatch connector) {
    Connector config = connector.config();
    Reading<ConnectSample> reading =
        connector
            .newest()
            .map(freshness::of)
            .orElseGet(() -> Reading.unknown(Reason.NOT_APPLICABLE, "nobody has asked yet"));
    return new ConnectorStatus(
        cluster.name(),
        config.name(),
        config.server(),
        config.slot(),
        reading,
        cluster.restarts(config.name()));
  }

  /** Ends all requests and threads. */
  @Override
  public void close() {
    clusters.forEach(ClusterWatch::close);
    client.shutdownNow();
  }
}
