package org.outboxconnect.bench.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The thread of the only task of a worker, as Linux accounts for it: nothing is attached to the
 * worker, and nothing in it is changed.
 */
final class TaskThread {

  /** Connect's {@code task-thread-<connector>-<task>}, of which Linux keeps 15 characters. */
  private static final String NAME_START = "task-th";

  private final Path folder;

  private TaskThread(Path folder) {
    this.folder = folder;
  }

  static TaskThread of(long workerPid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(workerPid), "task"))) {
      List<Path> tasks = threads.filter(TaskThread::isTask).toList();
      if (tasks.size() != 1) {
        throw new IOException(
            "Expected one task thread in worker %d, found %d".formatted(workerPid, tasks.size()));
      }
      return new TaskThread(tasks.get(0));
    }
  }

  private static boolean isTask(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).startsWith(NAME_START);
    } catch (IOException gone) {
      return false;
    }
  }

  /** Time on a CPU so far. */
  long cpuNanos() throws IOException {
    return Long.parseLong(Files.readString(folder.resolve("schedstat")).split(" ", 2)[0]);
  }
}
