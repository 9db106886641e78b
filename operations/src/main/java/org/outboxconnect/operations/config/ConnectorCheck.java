package org.outboxconnect.operations.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Looks for settings of an outbox connector that are known to do harm, without a server. It knows
 * what Connect's own validation can't see: what goes wrong later, and between keys.
 *
 * <p>A setting that is a reference to a config provider can't be judged and counts as good, unless
 * it names a secret. Without any state; any number of threads may use it.
 */
public final class ConnectorCheck {

  private ConnectorCheck() {}

  /**
   * Checks one connector, with nothing known of the worker.
   *
   * @param connectorJson {@code {"name": …, "config": {…}}} or the inner object alone
   * @return what was found, in the order of the reference page; empty if all is well
   * @throws UnreadableConnectorException if the text is no JSON object
   */
  public static List<Finding> check(String connectorJson) {
    return find(connectorJson, Optional.empty());
  }

  /**
   * Checks one connector and the lines of the worker that it is to run on.
   *
   * @param connectorJson {@code {"name": …, "config": {…}}} or the inner object alone
   * @param workerProperties all of the worker's properties; a missing one has Connect's default
   * @return what was found, in the order of the reference page; empty if all is well
   * @throws UnreadableConnectorException if the text is no JSON object
   */
  public static List<Finding> check(String connectorJson, Map<String, String> workerProperties) {
    return find(connectorJson, Optional.of(Map.copyOf(workerProperties)));
  }

  /**
   * Checks what several connectors must not share, and whether one server can serve them all. Each
   * for itself is the work of the other methods.
   *
   * @param connectorJsons text of each connector by the name of its file, in any order
   * @param server numbers of the server, if they are known
   * @return what was found; empty if all is well
   * @throws UnreadableConnectorException if a text is no JSON object; names the file
   */
  public static List<Finding> checkTogether(
      Map<String, String> connectorJsons, Optional<ServerLimits> server) {
    Map<String, Setup> setups = new LinkedHashMap<>();
    connectorJsons.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(file -> setups.put(file.getKey(), read(file.getKey(), file.getValue())));
    return Together.check(setups, server);
  }

  private static Setup read(String file, String json) {
    try {
      return new Setup(ConnectorFile.parse(json), Optional.empty());
    } catch (UnreadableConnectorException e) {
      throw new UnreadableConnectorException("[%s]: %s".formatted(file, e.getMessage()));
    }
  }

  private static List<Finding> find(String json, Optional<Map<String, String>> worker) {
    Objects.requireNonNull(json, "connectorJson");
    Setup setup = new Setup(ConnectorFile.parse(json), worker);
    List<Finding> findings = new ArrayList<>();
    for (Rule rule : Rules.forOne(setup)) {
      rule.search().in(setup).map(rule::finding).forEach(findings::add);
    }
    return List.copyOf(findings);
  }
}
