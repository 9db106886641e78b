package org.outboxconnect.monitor.connect;

import java.net.http.HttpClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.ConnectClusterConfig;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Restart;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.thread.SmallThreads;

/**
 * One Connect cluster with a thread of its own, so that REST interfaces that hang delay no poll of
 * a database. Safe for use by many threads.
 */
final class ClusterWatch implements AutoCloseable {

  private final String name;
  private final ExecutorService thread;
  private final List<ConnectorWatch> connectors;
  private final @Nullable TaskRestarter restarter;
  private final InstantSource clock;

  ClusterWatch(ConnectClusterConfig config, HttpClient http, InstantSource clock) {
    RestClient rest = new RestClient(http, config.urls(), config.login());
    ConnectorProbe probe = new ConnectorProbe(rest);
    Restart restart = config.restart();
    this.name = config.name();
    this.thread =
        Executors.newSingleThreadExecutor(new SmallThreads("outbox-monitor-connect-" + name));
    this.connectors =
        config.connectors().stream()
            .map(connector -> new ConnectorWatch(connector, probe))
            .toList();
    this.restarter = restart == null ? null : new TaskRestarter(restart, rest);
    this.clock = clock;
  }

  String name() {
    return name;
  }

  List<ConnectorWatch> connectors() {
    return connectors;
  }

  Future<?> ask(ConnectorWatch connector) {
    return connector.ask(thread);
  }

  /** Restarts failed tasks of a connector that was just read, if that is wanted and due. */
  void consider(ConnectSample sample, Optional<String> objection) {
    TaskRestarter wanted = restarter;
    if (wanted != null) {
      thread.execute(() -> wanted.consider(sample, objection, clock.instant()));
    }
  }

  long restarts(String connector) {
    return restarter == null ? 0 : restarter.restarts(connector);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
