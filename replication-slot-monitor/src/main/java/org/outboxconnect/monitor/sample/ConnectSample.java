package org.outboxconnect.monitor.sample;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A slot's connector as Kafka Connect's REST interface shows it. {@code RUNNING} proves nothing.
 *
 * @param connector its name
 * @param state of the connector itself, for example {@code RUNNING}
 * @param tasks its tasks
 * @param committed position that Connect keeps, up to where the slot may be confirmed; null if
 *     unknown, and if the driver confirms by itself ({@code lsn.flush.mode}), where the slot
 *     rightly runs ahead
 * @param rivals other connectors that name the same slot
 */
public record ConnectSample(
    String connector, String state, List<Task> tasks, @Nullable Lsn committed, Set<String> rivals) {

  /** State of a connector or task that has given up. */
  public static final String FAILED = "FAILED";

  /** State of a connector or task that Connect has started. */
  public static final String RUNNING = "RUNNING";

  /**
   * Stands for {@link #RUNNING} where the task's worker doesn't answer: Connect keeps that state
   * for a worker that has left the group until the task is given to another.
   */
  public static final String UNKNOWN = "UNKNOWN";

  /** Copies. */
  public ConnectSample {
    tasks = List.copyOf(tasks);
    rivals = Set.copyOf(rivals);
  }

  /** Without rivals. */
  public ConnectSample(String connector, String state, List<Task> tasks, @Nullable Lsn committed) {
    this(connector, state, tasks, committed, Set.of());
  }

  /**
   * One task.
   *
   * @param id its number
   * @param state for example {@code FAILED}
   * @param worker where it runs
   */
  public record Task(int id, String state, String worker) {

    /** Tells whether the task has given up. */
    public boolean isFailed() {
      return state.equals(FAILED);
    }

    /** Tells whether Connect calls it running, and its worker doesn't answer. */
    public boolean isOrphaned() {
      return state.equals(UNKNOWN);
    }

    private boolean isSaidToRun() {
      return state.equals(RUNNING) || isOrphaned();
    }
  }

  /** Tells whether Connect calls the connector and all its tasks running, right or wrong. */
  public boolean isSaidToRun() {
    return state.equals(RUNNING) && !tasks.isEmpty() && tasks.stream().allMatch(Task::isSaidToRun);
  }

  /** The same sample without a position: it is older than what it would be compared with. */
  public ConnectSample withoutCommitted() {
    return new ConnectSample(connector, state, tasks, null, rivals);
  }

  /** The same sample with connectors that name the same slot. */
  public ConnectSample withRivals(Set<String> found) {
    return new ConnectSample(connector, state, tasks, committed, found);
  }
}
