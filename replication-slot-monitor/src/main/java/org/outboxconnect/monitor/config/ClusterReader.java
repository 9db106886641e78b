package org.outboxconnect.monitor.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the settings of clusters of Kafka Connect. */
final class ClusterReader {

  private final Secrets secrets;
  private final Map<String, ServerConfig> servers;

  /** Connectors refer to these servers. */
  ClusterReader(Secrets secrets, Map<String, ServerConfig> servers) {
    this.secrets = secrets;
    this.servers = servers;
  }

  ConnectClusterConfig read(Section section) {
    List<Section> connectors = section.many(ClusterKeys.CONNECTORS);
    Section.requireDistinct(connectors, ClusterKeys.CONNECTOR);
    return new ConnectClusterConfig(
        section.get(ClusterKeys.NAME),
        section.all(ClusterKeys.URLS),
        login(section),
        connectors.stream().map(this::connector).toList(),
        restart(section));
  }

  private ConnectClusterConfig.@Nullable Login login(Section section) {
    String user = section.find(ClusterKeys.USER);
    boolean secret = section.has(ClusterKeys.PASSWORD) || section.has(ClusterKeys.PASSWORD_FILE);
    if (user == null && !secret) {
      return null;
    }
    if (user == null && !section.has(ClusterKeys.USER)) {
      section.problem(ClusterKeys.USER, "the user of the password", "nothing", "add it");
    }
    Supplier<String> password =
        secrets.password(section, ClusterKeys.PASSWORD, ClusterKeys.PASSWORD_FILE);
    return new ConnectClusterConfig.Login(user == null ? "" : user, password);
  }

  private ConnectClusterConfig.Connector connector(Section section) {
    String server = section.get(ClusterKeys.SERVER);
    String slot = section.get(ClusterKeys.SLOT);
    ServerConfig known = servers.get(server);
    if (known != null) {
      ServerReader.requireShown(section, ClusterKeys.SLOT, slot, known.slots());
    } else if (!server.isEmpty()) {
      section.problem(
          ClusterKeys.SERVER,
          "the name of a server under servers",
          "[%s]".formatted(Problems.shown(server)),
          Nearest.to(server, servers.keySet())
              .map("did you mean %s?"::formatted)
              .orElse("known are: " + String.join(", ", servers.keySet())));
    }
    return new ConnectClusterConfig.Connector(section.get(ClusterKeys.CONNECTOR), server, slot);
  }

  private static ConnectClusterConfig.@Nullable Restart restart(Section cluster) {
    if (!cluster.has(ClusterKeys.RESTART)) {
      return null;
    }
    Section section = cluster.one(ClusterKeys.RESTART);
    Duration first = section.get(ClusterKeys.FIRST_WAIT);
    Duration longest = section.get(ClusterKeys.LONGEST_WAIT);
    if (first.compareTo(longest) > 0) {
      section.problem(
          ClusterKeys.LONGEST_WAIT,
          "at least first-wait, %s".formatted(Durations.text(first)),
          Durations.text(longest),
          "make it longer");
    }
    int attempts = Math.toIntExact(section.get(ClusterKeys.ATTEMPTS));
    return new ConnectClusterConfig.Restart(attempts, first, longest);
  }
}
