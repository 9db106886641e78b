package org.outboxconnect.stack.connect;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What the REST API says about a connector. After a worker was killed it is out of date until the
 * others have taken over: a dead worker's task still counts as RUNNING.
 *
 * @param name the connector
 * @param state RUNNING, FAILED, PAUSED, STOPPED, UNASSIGNED or RESTARTING
 * @param workerId {@code host:port} of the worker that runs the connector, see {@link
 *     ConnectWorker#id()}
 * @param trace why it failed; empty if it did not
 * @param tasks its tasks by number
 */
public record ConnectorStatus(
    String name, String state, String workerId, String trace, List<Task> tasks) {

  /**
   * One task.
   *
   * @param id number, from 0
   * @param state as for the connector
   * @param workerId {@code host:port} of the worker that has the task
   * @param trace why it failed; empty if it did not
   */
  public record Task(int id, String state, String workerId, String trace) {

    private static Task of(JsonNode node) {
      return new Task(
          node.path("id").asInt(),
          node.path("state").asText(),
          node.path("worker_id").asText(),
          node.path("trace").asText(""));
    }
  }

  /** Copies the list. */
  public ConnectorStatus {
    tasks = List.copyOf(tasks);
  }

  /** Tells whether the connector, and at least one task and every task, is RUNNING. */
  public boolean running() {
    return state.equals("RUNNING")
        && !tasks.isEmpty()
        && tasks.stream().allMatch(task -> task.state().equals("RUNNING"));
  }

  /** Tells whether the connector or one of its tasks is FAILED. */
  public boolean failed() {
    return state.equals("FAILED") || tasks.stream().anyMatch(task -> task.state().equals("FAILED"));
  }

  /** All traces, the connector's first. */
  public String traces() {
    List<String> traces = new ArrayList<>(List.of(trace));
    tasks.forEach(task -> traces.add(task.trace()));
    traces.removeIf(String::isEmpty);
    return String.join("\n", traces);
  }

  static ConnectorStatus of(JsonNode root) {
    JsonNode connector = root.path("connector");
    List<Task> tasks = new ArrayList<>();
    root.path("tasks").forEach(task -> tasks.add(Task.of(task)));
    return new ConnectorStatus(
        root.path("name").asText(),
        connector.path("state").asText(),
        connector.path("worker_id").asText(),
        connector.path("trace").asText(""),
        tasks);
  }
}
