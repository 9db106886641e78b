package org.outboxconnect.bench.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** CPU time of the task thread per event, from the first event of a backlog to its last. */
final class CpuClock implements LongConsumer {

  private final long workerPid;
  private @Nullable TaskThread thread;
  private long firstNanos;
  private long events;

  CpuClock(long workerPid) {
    this.workerPid = workerPid;
  }

  @Override
  public void accept(long sequence) {
    if (thread == null) {
      try {
        thread = TaskThread.of(workerPid);
        firstNanos = thread.cpuNanos();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    } else {
      events++;
    }
  }

  /** To be asked once, when the last event is there. */
  double microsPerEvent() throws IOException {
    if (thread == null || events == 0) {
      throw new IllegalStateException("No backlog was seen");
    }
    return (thread.cpuNanos() - firstNanos) / 1e3 / events;
  }
}
