package org.outboxconnect.monitor.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One cluster of Kafka Connect.
 *
 * @param name the value of the label {@code connect_cluster}; unique
 * @param urls REST interfaces of its workers, tried in order
 * @param login for HTTP basic authentication; null for none
 * @param connectors the connectors that read from slots
 * @param restart what to do about failed tasks; null to do nothing
 */
public record ConnectClusterConfig(
    String name,
    List<URI> urls,
    @Nullable Login login,
    List<Connector> connectors,
    @Nullable Restart restart) {

  /** Copies. */
  public ConnectClusterConfig {
    urls = List.copyOf(urls);
    connectors = List.copyOf(connectors);
  }

  /**
   * User of the REST interface.
   *
   * @param user name
   * @param password asked at each request, so that a changed one needs no restart
   */
  public record Login(String user, Supplier<String> password) {}

  /**
   * A connector and its slot.
   *
   * @param name of the connector
   * @param server name of a {@link ServerConfig}
   * @param slot its slot there
   */
  public record Connector(String name, String server, String slot) {}

  /**
   * Restart of failed tasks. The time to wait doubles with each attempt, and begins anew when a
   * task has run for as long as the longest wait.
   *
   * @param attempts after so many in a row a task is left alone
   * @param firstWait time between the failure and the first attempt
   * @param longestWait where doubling stops
   */
  public record Restart(int attempts, Duration firstWait, Duration longestWait) {}
}
