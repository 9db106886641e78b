package org.outboxconnect.monitor.metrics;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.status.ConnectorStatus;

/** Metrics about connectors and their tasks. */
final class ConnectMetrics {

  private static final String UNKNOWN = "unknown";
  private static final List<String> TASK_STATES =
      List.of("running", "failed", "paused", "unassigned", "restarting", "destroyed", UNKNOWN);
  private static final List<String> CONNECTOR_STATES =
      List.of(
          "running",
          "failed",
          "paused",
          "stopped",
          "unassigned",
          "restarting",
          "destroyed",
          UNKNOWN);

  static final Group<ConnectorStatus> CONNECTORS =
      new Group<ConnectorStatus>(
              List.of("connect_cluster", "connector"),
              connector -> List.of(connector.cluster(), connector.connector()),
              connector -> false)
          .lasting(
              "outbox_connector_probe_success",
              null,
              "Whether Kafka Connect told about the connector at the newest look",
              connector -> Numbers.flag(connector.sample().value().isPresent()))
          .states(
              "outbox_connector_state",
              "State of the connector itself as Kafka Connect tells it; running proves nothing",
              CONNECTOR_STATES,
              connector ->
                  connector
                      .sample()
                      .value()
                      .map(sample -> state(sample.state(), CONNECTOR_STATES))
                      .orElse(UNKNOWN))
          .lastingCounter(
              "outbox_connector_task_restarts_total",
              "Restarts of the connector's tasks that the monitor asked for",
              ConnectorStatus::restarts);

  static final Group<Task> TASKS =
      new Group<Task>(
              List.of("connect_cluster", "connector", "task"),
              task ->
                  List.of(
                      task.connector().cluster(),
                      task.connector().connector(),
                      Integer.toString(task.task().id())),
              task -> false)
          .states(
              "outbox_connector_task_state",
              "State of a task as Kafka Connect tells it; absent while Connect doesn't answer",
              TASK_STATES,
              task -> state(task.task().state(), TASK_STATES));

  /** A task of a connector. */
  record Task(ConnectorStatus connector, ConnectSample.Task task) {

    static List<Task> of(List<ConnectorStatus> connectors) {
      return connectors.stream().flatMap(Task::of).toList();
    }

    private static Stream<Task> of(ConnectorStatus connector) {
      return connector.sample().value().stream()
          .flatMap(sample -> sample.tasks().stream())
          .map(task -> new Task(connector, task));
    }
  }

  private ConnectMetrics() {}

  /** A state that a later version of Connect brings must not widen the label's values. */
  private static String state(String told, List<String> states) {
    String state = told.toLowerCase(Locale.ROOT);
    return states.contains(state) ? state : UNKNOWN;
  }
}
