package org.outboxconnect.bench.bloat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Threads of the load, and their moments. */
final class Background {

  private Background() {}

  /** Runs a task on a thread of its own; join throws what the task threw. */
  static CompletableFuture<Void> run(String name, Task task) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
                end.complete(null);
              } catch (Exception | AssertionError e) {
                end.completeExceptionally(e);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  /** Returns at that moment of {@link System#nanoTime}, or at once if it has passed. */
  static void await(long moment) {
    for (long left = moment - System.nanoTime(); left > 0; left = moment - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** What a thread does. */
  interface Task {
    void run() throws Exception;
  }
}
