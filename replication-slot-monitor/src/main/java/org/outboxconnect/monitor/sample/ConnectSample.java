package org.outboxconnect.monitor.sample;

import java.util.List;
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
 */
public record ConnectSample(
    String connector, String state, List<Task> tasks, @Nullable Lsn committed) {

  /** State of a connector or task that has given up. */
  public static final String FAILED = "FAILED";

  /** Copies. */
  public ConnectSample {
    tasks = List.copyOf(tasks);
  }

  /**
   * One task.
   *
   * @param id its number
   * @param state for example {@code FAILED}
   * @param worker where it runs
   */
  public record Task(int id, String state, String worker) {}
}
