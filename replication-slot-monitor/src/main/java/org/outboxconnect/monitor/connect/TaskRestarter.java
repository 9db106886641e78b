package org.outboxconnect.monitor.connect;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Restart;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.ConnectSample.Task;
import org.outboxconnect.monitor.sample.Reading;

/**
 * Restarts failed tasks of one cluster, with pauses that double and up to a number in a row. A task
 * whose slot is lost, missing or ahead of its offsets is never restarted: it would go on at a later
 * place and skip events without a word, where the failure at least is seen.
 *
 * <p>Not thread-safe, but for {@link #restarts}.
 */
final class TaskRestarter {

  private static final Logger LOG = System.getLogger(TaskRestarter.class.getName());

  private final Restart policy;
  private final RestClient rest;
  private final Map<TaskId, RestartPlan> plans = new HashMap<>();
  private final Map<String, String> objections = new HashMap<>();
  private final Map<String, Long> restarts = new ConcurrentHashMap<>();

  private record TaskId(String connector, int task) {}

  TaskRestarter(Restart policy, RestClient rest) {
    this.policy = policy;
    this.rest = rest;
  }

  /** Restarts that Connect has accepted, since the monitor started. */
  long restarts(String connector) {
    return restarts.getOrDefault(connector, 0L);
  }

  /**
   * Restarts what is due.
   *
   * @param sample a fresh look at the connector
   * @param objection why nothing of it may be restarted; empty if it may
   * @param now by the monitor's clock
   */
  void consider(ConnectSample sample, Optional<String> objection, Instant now) {
    boolean failed = sample.tasks().stream().anyMatch(Task::isFailed);
    if (failed && objection.isPresent()) {
      refuse(sample.connector(), objection.get());
      return;
    }
    objections.remove(sample.connector());
    sample.tasks().forEach(task -> consider(new TaskId(sample.connector(), task.id()), task, now));
  }

  private void refuse(String connector, String objection) {
    if (!objection.equals(objections.put(connector, objection))) {
      LOG.log(
          Level.WARNING,
          "A task of connector [{0}] has failed and is not restarted: {1}; it could skip events",
          connector,
          objection);
    }
  }

  private void consider(TaskId id, Task task, Instant now) {
    RestartPlan plan = plans.computeIfAbsent(id, first -> new RestartPlan(policy));
    switch (plan.next(task.state(), now)) {
      case RESTART -> restart(id, plan, now);
      case GIVE_UP ->
          LOG.log(
              Level.WARNING,
              "Task {0} of connector [{1}] has failed again after {2} restarts and is left alone",
              id.task(),
              id.connector(),
              plan.attempts());
      case WAIT -> {} // it runs, or its time has not come
    }
  }

  private void restart(TaskId id, RestartPlan plan, Instant now) {
    String path = "%s/tasks/%d/restart".formatted(ConnectorProbe.path(id.connector()), id.task());
    Reading<byte[]> answer = rest.post(path, TimeLeft.of(ConnectorProbe.LONGEST));
    if (answer instanceof Reading.Unknown<byte[]> refused) {
      LOG.log(
          Level.WARNING,
          "Task {0} of connector [{1}] has failed and can''t be restarted: {2}",
          id.task(),
          id.connector(),
          refused.detail());
      return;
    }
    plan.restarted(now);
    restarts.merge(id.connector(), 1L, Long::sum);
    LOG.log(
        Level.INFO,
        "Task {0} of connector [{1}] had failed and is restarted, attempt {2} of {3}",
        id.task(),
        id.connector(),
        plan.attempts(),
        policy.attempts());
  }
}
