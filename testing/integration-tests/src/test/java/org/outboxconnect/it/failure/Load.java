package org.outboxconnect.it.failure;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Several services that write at the same time until they are told to stop. Each ends with an event
 * of each of its aggregates: once those have arrived nothing that was committed before can still be
 * on its way.
 */
final class Load implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(12);

  private final Plan plan;
  private final List<EventWriter> writers = new ArrayList<>();
  private final List<Future<?>> threads = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final ExecutorService executor = Executors.newCachedThreadPool();

  Load(Plan plan, Database database, Ledger ledger, List<String> types) {
    this.plan = plan;
    for (int writer = 0; writer < plan.writers().size(); writer++) {
      writers.add(new EventWriter(database, ledger, plan.writers().get(writer), types, writer));
    }
  }

  void start() {
    for (int writer = 0; writer < writers.size(); writer++) {
      int number = writer;
      threads.add(
          executor.submit(
              () -> {
                write(number);
                return null;
              }));
    }
  }

  /** Throws what a writer has met with that is no outage. */
  void requireHealthy() throws Exception {
    for (Future<?> thread : threads) {
      if (thread.isDone()) {
        thread.get();
      }
    }
  }

  /** Lets the writers end, and returns when they have. */
  void finish() throws Exception {
    stopped.countDown();
    for (Future<?> thread : threads) {
      thread.get(3, TimeUnit.MINUTES);
    }
  }

  int inDoubt() {
    return writers.stream().mapToInt(EventWriter::inDoubt).sum();
  }

  @Override
  public void close() {
    stopped.countDown();
    executor.shutdownNow();
  }

  private void write(int number) throws SQLException, InterruptedException {
    try (EventWriter writer = writers.get(number)) {
      int transaction = 0;
      while (!stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
        writer.run(plan.shape(number, transaction++));
      }
      for (int aggregate = 0; aggregate < writer.aggregates().size(); aggregate++) {
        writer.run(Shape.single(aggregate));
      }
    }
  }
}
