package org.outboxconnect.monitor.connect;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.ConnectSample.Task;

/**
 * Whether the worker of a running task is there at all. Tasks of a worker that was killed stay
 * RUNNING in the status topic until the group gives them to another, which takes up to {@code
 * scheduled.rebalance.max.delay.ms}, five minutes by default. So the worker itself is asked.
 *
 * <p>Silence counts only from a worker that is configured or has answered before: workers may have
 * addresses among themselves that lead nowhere from here. Not thread-safe.
 */
final class WorkerTrust {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int MOST = 256;

  private final RestClient rest;
  private final Set<String> reachable = new LinkedHashSet<>();

  WorkerTrust(RestClient rest) {
    this.rest = rest;
  }

  /** The tasks, those on a worker that has gone silent without their word of running. */
  List<Task> checked(List<Task> tasks, TimeLeft time) {
    Set<String> silent = new LinkedHashSet<>();
    tasks.stream()
        .filter(task -> task.state().equals(ConnectSample.RUNNING))
        .map(Task::worker)
        .distinct()
        .filter(worker -> isSilent(worker, time.atMost(PATIENCE)))
        .forEach(silent::add);
    return tasks.stream().map(task -> checked(task, silent)).toList();
  }

  private static Task checked(Task task, Set<String> silent) {
    return task.state().equals(ConnectSample.RUNNING) && silent.contains(task.worker())
        ? new Task(task.id(), ConnectSample.UNKNOWN, task.worker())
        : task;
  }

  private boolean isSilent(String worker, TimeLeft time) {
    if (time.isOver()) {
      return false; // nobody was asked
    }
    if (rest.answers(worker, time)) {
      remember(worker);
      return false;
    }
    return reachable.contains(worker) || rest.knows(worker);
  }

  private void remember(String worker) {
    if (reachable.size() >= MOST) {
      reachable.clear(); // workers with ever new addresses must not cost the heap
    }
    reachable.add(worker);
  }
}
